//! What the library says draws, draws: its calls given to `render_frame` of the application itself.

use std::path::Path;

use scumble_catalog::Catalog;
use scumble_testing::Harness;

#[test]
fn every_call_the_library_gives_draws_its_component() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/notes"));
    let catalog = Catalog::open(root).expect("the example is there");
    let app = Harness::new(notes::app());
    let mut drawn = Vec::new();
    for component in catalog.components() {
        let call = component
            .frame
            .clone()
            .unwrap_or_else(|| panic!("{} has no call: {:?}", component.name, component.frame_notes));
        let answer = app.agent().call("render_frame", call.clone());
        assert_eq!(answer.error, None, "{call}");
        let value = answer.value.expect("a frame has data");
        // A dialog that is not asking draws nothing, and says so.
        let expected = component.name != "DeleteDialog";
        assert_eq!(value["drawn"], expected, "{call}");
        drawn.push(component.name.as_str());
    }
    assert!(drawn.contains(&"NoteItem") && drawn.len() == 8, "{drawn:?}");
}
