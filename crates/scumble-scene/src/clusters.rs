//! Clusters no loaded font covers (emoji, scripts the application ships no font for): drawn by whoever can, shown here
//! as pictures.
//!
//! While painting, the scene notes which clusters it has no picture of and paints a frame in their place. The host
//! asks for them, has its platform draw each on nothing, and gives the pictures back; they are kept for the scene's
//! life and painted like any image.

use std::rc::Rc;

use crate::display::Walk;
use crate::element::props::TextProps;
use crate::geometry::{Color, Point, Radii, Rect};
use crate::hashing::Map;
use crate::paint_list::{Border, ImageData, Item};
use crate::scene::Scene;
use crate::text::Paragraph;
use crate::tree::Tree;

/// A cluster to be drawn by the host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WantedCluster {
    /// What to draw.
    pub text: String,
    /// Font size in device pixels, times 64.
    pub size_64: u32,
    /// OpenType weight.
    pub weight: u16,
    /// The colour of the text around it; emoji have their own.
    pub color: Color,
}

impl WantedCluster {
    /// Font size in device pixels.
    pub fn size(&self) -> f32 {
        self.size_64 as f32 / 64.0
    }
}

/// A cluster drawn.
#[derive(Clone, Debug)]
pub struct ClusterImage {
    /// The picture, in device pixels.
    pub image: ImageData,
    /// Where its top left corner is from the start of the cluster on its baseline, in device pixels.
    pub offset: Point,
}

#[derive(Default)]
pub(crate) struct Clusters {
    known: Map<WantedCluster, ClusterImage>,
    wanted: Vec<WantedCluster>,
}

impl Scene {
    /// The clusters painted since this was last asked that the scene has no picture of.
    pub fn wanted_clusters(&self) -> Vec<WantedCluster> {
        std::mem::take(&mut self.tree.borrow_mut().clusters.wanted)
    }

    /// Gives the scene the picture of a cluster. The whole canvas is painted again, so give all there are at once.
    pub fn set_cluster(&self, cluster: WantedCluster, image: ClusterImage) {
        let mut tree = self.tree.borrow_mut();
        tree.clusters.known.insert(cluster, image);
        tree.damage_all();
    }

    /// How wide clusters are that no loaded font covers: asked with the cluster, its font size in px and its weight.
    /// `width` must not ask the scene anything.
    pub fn set_missing_width(&self, width: Rc<crate::text::MissingWidth>) {
        let mut tree = self.tree.borrow_mut();
        tree.fonts.set_missing_width(width);
        tree.measure_all_again();
        tree.damage_all();
    }
}

impl Tree {
    /// The weight a node's text is set in.
    pub(crate) fn weight_of(&self, text: &TextProps) -> u16 {
        text.weight.unwrap_or(self.theme.type_style(text.style).weight)
    }
}

impl Walk<'_> {
    pub(crate) fn missing_clusters(&mut self, lines: &Paragraph, origin: Point, color: Color, weight: u16) {
        let scale = self.tree.scale;
        for cluster in lines.missing() {
            let room = cluster.rect.translate(origin);
            if !self.is_wanted(&room) {
                continue;
            }
            let size_64 = libm::roundf(cluster.font_size * scale * 64.0) as u32;
            let wanted = WantedCluster { text: cluster.text, size_64, weight, color };
            match self.tree.clusters.known.get(&wanted) {
                Some(known) => {
                    let rect = Rect::new(
                        room.x + known.offset.x / scale,
                        origin.y + cluster.baseline + known.offset.y / scale,
                        known.image.width() as f32 / scale,
                        known.image.height() as f32 / scale,
                    );
                    let image = known.image.clone();
                    self.put(Item::Image { rect, image });
                }
                None => {
                    if !self.tree.clusters.wanted.contains(&wanted) {
                        self.tree.clusters.wanted.push(wanted);
                    }
                    let border = Some(Border { width: 1.0, color: color.with_alpha(color.a / 2) });
                    let frame = Rect::new(room.x + 1.0, room.y + 2.0, room.width - 2.0, room.height - 4.0);
                    self.put(Item::Rect { rect: frame, radii: Radii::all(2.0), fill: None, border });
                }
            }
        }
    }
}
