//! Characters no loaded font covers, drawn by the browser: the scene says which, `js/clusters.js` draws, the scene
//! keeps the pictures. It knows no text.

use std::rc::Rc;

use scumble_scene::paint_list::ImageData;
use scumble_scene::{ClusterImage, Point, Scene, WantedCluster};

use crate::bridge;

/// Has the browser say how wide such characters are.
pub(crate) fn install(scene: &Scene) {
    scene.set_missing_width(Rc::new(bridge::measure_cluster));
}

/// Has the browser draw what the scene lacks. Answers whether there was anything, so that a frame is wanted anew.
pub(crate) fn supply(scene: &Scene) -> bool {
    let wanted = scene.wanted_clusters();
    let is_any = !wanted.is_empty();
    for cluster in wanted {
        // One without ink is kept as a picture of nothing, or it would be asked for with every frame.
        let image = draw(&cluster).or_else(nothing);
        if let Some(image) = image {
            scene.set_cluster(cluster, image);
        }
    }
    is_any
}

fn draw(cluster: &WantedCluster) -> Option<ClusterImage> {
    let drawn = bridge::draw_cluster(&cluster.text, cluster.size(), cluster.weight, &cluster.color.to_hex())?;
    let image = ImageData::new(drawn.pixels().into(), drawn.width(), drawn.height()).ok()?;
    Some(ClusterImage { image, offset: Point { x: drawn.x(), y: drawn.y() } })
}

fn nothing() -> Option<ClusterImage> {
    let image = ImageData::new(Rc::from([0; 4]), 1, 1).ok()?;
    Some(ClusterImage { image, offset: Point { x: 0.0, y: 0.0 } })
}
