//! A scene: a tree of nodes with a theme and a size, into which input goes and out of which frames come.
//!
//! The author's closures (properties, handlers, views of list items) never run while the tree is held: what a closure
//! reads or asks of the scene is always complete.

mod frame;
mod kept;
mod mount;
mod query;

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use scumble_reactive::{Scope, Signal, batch};

pub use frame::FrameOutput;
pub use kept::Kept;
pub use query::FocusRefused;

use crate::NodeId;
use crate::counters::Counters;
use crate::edit::Platform;
use crate::element::props::Props;
use crate::element::{Element, Touches};
use crate::geometry::Size;
use crate::theme::Theme;
use crate::tree::Tree;

/// What a scene starts with.
#[derive(Clone, Debug)]
pub struct SceneOptions {
    /// The theme.
    pub theme: Theme,
    /// The window in CSS px.
    pub size: Size,
    /// Device pixels a CSS px; only told to those who ask.
    pub scale: f32,
    /// A BCP 47 tag.
    pub locale: String,
    /// Whose keys edit text.
    pub platform: Platform,
}

impl Default for SceneOptions {
    fn default() -> SceneOptions {
        SceneOptions {
            theme: Theme::light(),
            size: Size::new(1280.0, 800.0),
            scale: 1.0,
            locale: String::from("en"),
            platform: Platform::Other,
        }
    }
}

/// A scene. Clones are the same scene.
#[derive(Clone)]
pub struct Scene {
    pub(crate) tree: Rc<RefCell<Tree>>,
    pub(crate) shared: Rc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) platform: Platform,
    /// The scope of what is mounted.
    mounted: RefCell<Option<Mounted>>,
}

struct Mounted {
    /// A child of the scope it was mounted in.
    owner: Scope,
    viewport: Viewport,
}

/// The window, as signals: for layouts that turn with its width. Found from a component's scope by [`Viewport::of`].
#[derive(Clone, Copy)]
pub struct Viewport {
    /// Width and height in CSS px.
    pub size: Signal<Size>,
    /// Whether the theme in force is dark.
    pub is_dark: Signal<bool>,
}

impl Viewport {
    /// The window of the scene that the component with this scope is in.
    ///
    /// # Panics
    /// Outside a mounted scene.
    pub fn of(scope: Scope) -> Viewport {
        scope.consume().expect("a component asks for its window only while it is mounted in a scene")
    }

    /// The width; a closure that reads it is run again when it changes.
    pub fn width(&self) -> f32 {
        self.size.with(|size| size.width)
    }

    /// The height.
    pub fn height(&self) -> f32 {
        self.size.with(|size| size.height)
    }
}

/// A scene that may be gone: what effects hold.
#[derive(Clone)]
pub(crate) struct WeakScene {
    tree: Weak<RefCell<Tree>>,
    shared: Weak<Shared>,
}

impl WeakScene {
    pub(crate) fn upgrade(&self) -> Option<Scene> {
        Some(Scene { tree: self.tree.upgrade()?, shared: self.shared.upgrade()? })
    }

    /// Changes a node's values.
    pub(crate) fn change(&self, id: NodeId, touches: Touches, change: impl FnOnce(&mut Props)) {
        if let Some(tree) = self.tree.upgrade() {
            tree.borrow_mut().change(id, touches, change);
        }
    }

    pub(crate) fn mount_item(&self, scope: Scope, parent: NodeId, element: Element, key: String) -> Option<NodeId> {
        self.upgrade()?.mount_into(scope, parent, element, Some(key))
    }

    pub(crate) fn remove(&self, id: NodeId) {
        if let Some(scene) = self.upgrade() {
            scene.remove(&[id]);
        }
    }

    pub(crate) fn reorder(&self, parent: NodeId, order: Vec<NodeId>) {
        if let Some(tree) = self.tree.upgrade() {
            tree.borrow_mut().reorder(parent, order);
        }
    }
}

impl Scene {
    /// A scene with nothing in it.
    pub fn new(options: SceneOptions) -> Scene {
        let SceneOptions { theme, size, scale, locale, platform } = options;
        let tree = Tree::new(theme, sane(size), scale, locale);
        Scene { tree: Rc::new(RefCell::new(tree)), shared: Rc::new(Shared { platform, mounted: RefCell::new(None) }) }
    }

    pub(crate) fn downgrade(&self) -> WeakScene {
        WeakScene { tree: Rc::downgrade(&self.tree), shared: Rc::downgrade(&self.shared) }
    }

    /// Mounts what `build` describes, in place of what was mounted before. It is built in a child of `scope` that can
    /// reach the window by [`Viewport::of`]; everything it owns goes when it is unmounted.
    pub fn mount_with(&self, scope: Scope, build: impl FnOnce(Scope) -> Element) {
        self.unmount();
        let owner = scope.child();
        let viewport = {
            let tree = self.tree.borrow();
            let (size, is_dark) = (tree.size, tree.theme.is_dark);
            owner.run(|| Viewport { size: Signal::new(size), is_dark: Signal::new(is_dark) })
        };
        owner.provide(viewport);
        *self.shared.mounted.borrow_mut() = Some(Mounted { owner, viewport });
        let weak = self.downgrade();
        owner.on_cleanup(move || {
            // The scope it was mounted in went first: nodes without what they follow are of no use.
            if let Some(scene) = weak.upgrade() {
                let is_this = scene.shared.mounted.borrow().as_ref().is_some_and(|mounted| mounted.owner == owner);
                if is_this {
                    scene.shared.mounted.borrow_mut().take();
                    scene.remove_everything();
                }
            }
        });
        let content = self.tree.borrow().content;
        let element = owner.run(|| scumble_reactive::untrack(|| build(owner)));
        self.mount_into(owner, content, element, None);
        self.settle_focus();
    }

    /// Mounts an element already built, in `scope`. As [`Scene::mount_with`] otherwise.
    pub fn mount(&self, scope: Scope, element: Element) {
        self.mount_with(scope, |_| element);
    }

    /// Takes everything out again and frees what it owned.
    pub fn unmount(&self) {
        let mounted = self.shared.mounted.borrow_mut().take();
        self.remove_everything();
        if let Some(Mounted { owner, .. }) = mounted {
            owner.dispose();
        }
    }

    fn remove_everything(&self) {
        let children = {
            let tree = self.tree.borrow();
            let mut children = tree.nodes[tree.content].children.clone();
            children.extend(&tree.nodes[tree.overlay].children);
            children
        };
        self.remove(&children);
    }

    /// Takes nodes out. What they held is dropped when the tree is let go: it is the author's.
    pub(crate) fn remove(&self, ids: &[NodeId]) {
        let removed = {
            let mut tree = self.tree.borrow_mut();
            for id in ids {
                tree.remove(*id);
            }
            std::mem::take(&mut tree.removed)
        };
        drop(removed);
    }

    /// Runs a handler of the author's: as one batch, owned by the mount, with nothing of it tracked.
    pub(crate) fn run_handler(&self, run: impl FnOnce()) {
        let scope = self.shared.mounted.borrow().as_ref().map(|mounted| mounted.owner);
        let run = || batch(|| scumble_reactive::untrack(run));
        match scope {
            Some(scope) if scope.is_alive() => scope.run(run),
            _ => run(),
        }
    }

    /// The window's size in CSS px.
    pub fn size(&self) -> Size {
        self.tree.borrow().size
    }

    /// Another size of the window.
    pub fn set_size(&self, size: Size) {
        let size = sane(size);
        {
            let mut tree = self.tree.borrow_mut();
            if tree.size == size {
                return;
            }
            tree.size = size;
            let root = tree.root;
            tree.measure_again(root);
            tree.damage_all();
        }
        let viewport = self.viewport();
        if let Some(viewport) = viewport {
            viewport.size.set_if_changed(size);
        }
    }

    /// Device pixels a CSS px.
    pub fn scale(&self) -> f32 {
        self.tree.borrow().scale
    }

    /// Another number of device pixels a CSS px: everything is painted again, nothing is laid out.
    pub fn set_scale(&self, scale: f32) {
        let mut tree = self.tree.borrow_mut();
        if scale.is_finite() && scale > 0.0 && scale != tree.scale {
            tree.scale = scale;
            tree.damage_all();
        }
    }

    /// The language of the person, a BCP 47 tag.
    pub fn locale(&self) -> String {
        self.tree.borrow().locale.clone()
    }

    /// The theme in force.
    pub fn theme(&self) -> Rc<Theme> {
        self.tree.borrow().theme.clone()
    }

    /// Another theme: everything is painted again, and measured again where its type styles differ.
    pub fn set_theme(&self, theme: Theme) {
        let is_dark = theme.is_dark;
        {
            let mut tree = self.tree.borrow_mut();
            if *tree.theme == theme {
                return;
            }
            let same_type = crate::theme::TextToken::all()
                .iter()
                .all(|token| tree.theme.type_style(*token) == theme.type_style(*token));
            tree.theme = Rc::new(theme);
            if !same_type {
                tree.measure_all_again();
            }
            tree.damage_all();
        }
        let viewport = self.viewport();
        if let Some(viewport) = viewport {
            viewport.is_dark.set_if_changed(is_dark);
        }
    }

    fn viewport(&self) -> Option<Viewport> {
        self.shared.mounted.borrow().as_ref().map(|mounted| mounted.viewport)
    }

    /// Adds a font; texts are measured again. See [`crate::text::Fonts::add_font`].
    ///
    /// # Errors
    /// A sentence when the bytes are no font.
    pub fn add_font(&self, source: &str, bytes: Vec<u8>) -> Result<(), crate::text::FontError> {
        let mut tree = self.tree.borrow_mut();
        tree.fonts.add_font(source, bytes)?;
        tree.measure_all_again();
        tree.damage_all();
        Ok(())
    }

    /// A number that is another whenever pixels or meaning may be.
    pub fn revision(&self) -> u64 {
        self.tree.borrow().revision
    }

    /// Lays out what changed. Everything that needs places does this by itself.
    pub fn layout(&self) {
        self.settle_focus();
        self.tree.borrow_mut().lay_out();
    }

    /// The work done since this was last asked.
    pub fn counters(&self) -> Counters {
        std::mem::take(&mut self.tree.borrow_mut().counters)
    }

    /// How many nodes there are, the three of the scene itself not counted.
    pub fn node_count(&self) -> usize {
        self.tree.borrow().nodes.len() - 3
    }
}

fn sane(size: Size) -> Size {
    let side = |length: f32| if length.is_finite() { length.clamp(0.0, 32_768.0) } else { 0.0 };
    Size::new(side(size.width), side(size.height))
}
