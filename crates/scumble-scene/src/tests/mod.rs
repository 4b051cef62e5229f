//! Real scenes, operated as a person would: by role and name, by pointer and key.

mod chromium;
mod damage;
mod fields;
mod focus;
mod fresh;
mod input;
mod layout;
mod lists;
mod semantics;

use scumble_reactive::Scope;

use crate::event::{Button, InputEvent, PointerKind};
use crate::semantics::aria_role;
use crate::{Element, Modifiers, NodeId, Point, Scene, SceneOptions, SemanticsNode, Size};

/// A scene with something mounted in it.
struct Stage {
    scene: Scene,
    scope: Scope,
    clock: std::cell::Cell<f64>,
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.scene.unmount();
        self.scope.dispose();
    }
}

fn stage(width: f32, height: f32, build: impl FnOnce(Scope) -> Element) -> Stage {
    let scene = Scene::new(SceneOptions { size: Size::new(width, height), ..SceneOptions::default() });
    let scope = Scope::root();
    scene.mount_with(scope, build);
    Stage { scene, scope, clock: std::cell::Cell::new(0.0) }
}

impl Stage {
    fn now(&self) -> f64 {
        self.clock.set(self.clock.get() + 1.0);
        self.clock.get()
    }

    /// The announced node of this role and name.
    fn node(&self, role: &str, name: &str) -> SemanticsNode {
        let tree = self.scene.semantics();
        let found: Vec<_> =
            tree.nodes.iter().filter(|node| aria_role(node.role) == role && node.name == name).collect();
        assert_eq!(found.len(), 1, "{role} {name:?} in\n{}", self.outline());
        found[0].clone()
    }

    fn id(&self, role: &str, name: &str) -> NodeId {
        self.node(role, name).id
    }

    fn has(&self, role: &str, name: &str) -> bool {
        self.scene.semantics().nodes.iter().any(|node| aria_role(node.role) == role && node.name == name)
    }

    fn input(&self, event: InputEvent) -> bool {
        let now = self.now();
        self.scene.input(&event, now).handled
    }

    fn move_to(&self, x: f32, y: f32) {
        self.input(InputEvent::PointerMove { position: Point::new(x, y), modifiers: Modifiers::NONE });
    }

    fn down(&self, position: Point, count: u32) -> bool {
        self.input(InputEvent::PointerDown {
            position,
            button: Button::Primary,
            modifiers: Modifiers::NONE,
            count,
            pointer: PointerKind::Mouse,
        })
    }

    fn up(&self, position: Point) -> bool {
        self.input(InputEvent::PointerUp { position, button: Button::Primary, modifiers: Modifiers::NONE })
    }

    fn click(&self, position: Point) {
        self.down(position, 1);
        self.up(position);
    }

    fn press(&self, role: &str, name: &str) {
        let node = self.node(role, name);
        let visible = node.visible.unwrap_or_else(|| panic!("{role} {name:?} is not in view"));
        self.click(visible.center());
    }

    fn key(&self, key: &str) -> bool {
        self.key_with(key, Modifiers::NONE)
    }

    fn key_with(&self, key: &str, modifiers: Modifiers) -> bool {
        let down = self.input(InputEvent::KeyDown { key: key.to_owned(), modifiers, repeat: false });
        let up = self.input(InputEvent::KeyUp { key: key.to_owned(), modifiers });
        down || up
    }

    fn type_text(&self, text: &str) {
        for character in text.chars() {
            self.input(InputEvent::Text(character.to_string()));
        }
    }

    /// The name of what holds the keyboard.
    fn focused(&self) -> String {
        match self.scene.focus() {
            Some(id) => {
                self.scene.semantics().get(id).map_or_else(|| String::from("(silent)"), |node| node.name.clone())
            }
            None => String::from("(nobody)"),
        }
    }

    /// The screen as lines: role, name, states, value, disabled, focused.
    fn outline(&self) -> String {
        let tree = self.scene.semantics();
        let mut lines = Vec::new();
        for node in &tree.nodes {
            let mut depth = 0;
            let mut at = node.parent;
            while let Some(parent) = at {
                depth += 1;
                at = tree.get(parent).and_then(|node| node.parent);
            }
            let mut line = format!("{}- {}", "  ".repeat(depth), aria_role(node.role));
            if !node.name.is_empty() {
                line += &format!(" {:?}", node.name);
            }
            if let Some(level) = node.level {
                line += &format!(" level={level}");
            }
            if let (Some(position), Some(size)) = (node.pos_in_set, node.set_size) {
                line += &format!(" {position} of {size}");
            }
            if !node.states.is_empty() {
                let names: Vec<_> = node.states.iter().map(|state| state.name()).collect();
                line += &format!(" [{}]", names.join(", "));
            }
            if let Some(value) = &node.value {
                line += &format!(" value={value:?}");
            }
            if node.disabled {
                line += " (disabled)";
            }
            if node.focused {
                line += " (focused)";
            }
            lines.push(line);
        }
        lines.join("\n")
    }
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}
