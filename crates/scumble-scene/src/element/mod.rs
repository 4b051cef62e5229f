//! Elements: what a component returns. A description that becomes nodes once, when it is mounted.
//!
//! A property given a closure or a signal is followed by an effect of its own from then on; nothing is ever described
//! a second time. Knows how to describe, not how to lay out, paint or answer.

mod fragments;
mod handlers;
mod layout;
mod look;
mod meaning;
pub(crate) mod props;

use std::rc::Rc;

use scumble_reactive::Signal;

pub(crate) use fragments::Start;
pub use fragments::{each, list, rebuild, show, show_else, show_some};
pub(crate) use handlers::Handlers;
use props::Props;
pub use props::{Live, Numeric};

use crate::drawing::Drawing;
use crate::geometry::Size;
use crate::paint_list::ImageData;
use crate::prop::{IntoProp, Prop};

/// What changing a property makes necessary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Touches {
    /// Only what is announced.
    Meaning,
    /// Only the pixels within the same boxes.
    Look,
    /// The pixels within the same boxes, and what is announced: a state that shows.
    Paint,
    /// Boxes.
    Layout,
    /// Which children have boxes at all.
    Structure,
}

/// Installs what follows signals; runs with the node's owner current.
pub(crate) type Binding = Box<dyn FnOnce(&crate::scene::WeakScene, crate::NodeId)>;

/// A description of a node and of what is in it.
pub struct Element {
    pub(crate) body: Box<Body>,
}

pub(crate) struct Body {
    pub(crate) kind: ElementKind,
    pub(crate) props: Props,
    pub(crate) handlers: Handlers,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) children: Vec<Element>,
    pub(crate) key: Option<String>,
}

pub(crate) enum ElementKind {
    Container,
    Text,
    Edit(EditSetup),
    Draw(Rc<dyn Fn(Size) -> Drawing>),
    Image(ImageData),
    Fragment(Option<Start>),
    Portal,
}

/// What an editable text is given beside its properties.
pub(crate) struct EditSetup {
    pub(crate) value: Prop<String>,
    pub(crate) placeholder: Prop<String>,
    pub(crate) multiline: bool,
    pub(crate) secret: bool,
    pub(crate) max_len: Option<usize>,
}

/// How an editable text behaves. Its text is controlled: what the person types is given to `on_input`, and what
/// `value` then says is shown.
#[derive(Default)]
pub struct EditOptions {
    /// What it holds.
    pub value: Prop<String>,
    /// What is shown while it is empty.
    pub placeholder: Prop<String>,
    /// Whether Enter starts a new line.
    pub multiline: bool,
    /// Whether the text is shown as dots, here and to agents.
    pub secret: bool,
    /// How many characters it takes at most.
    pub max_len: Option<usize>,
}

impl EditOptions {
    /// One line holding `value`.
    pub fn new<M>(value: impl IntoProp<String, M>) -> EditOptions {
        EditOptions { value: value.into_prop(), ..EditOptions::default() }
    }

    /// Shown while it is empty.
    pub fn placeholder<M>(mut self, text: impl IntoProp<String, M>) -> EditOptions {
        self.placeholder = text.into_prop();
        self
    }

    /// Many lines.
    pub fn multiline(mut self) -> EditOptions {
        self.multiline = true;
        self
    }

    /// Shown as dots.
    pub fn secret(mut self) -> EditOptions {
        self.secret = true;
        self
    }

    /// At most this many characters.
    pub fn max_len(mut self, characters: usize) -> EditOptions {
        self.max_len = Some(characters);
        self
    }
}

/// Whatever can stand in the tree.
pub trait IntoElement {
    /// The description.
    fn into_element(self) -> Element;
}

impl IntoElement for Element {
    fn into_element(self) -> Element {
        self
    }
}

impl<T: IntoElement> IntoElement for Option<T> {
    fn into_element(self) -> Element {
        group(self)
    }
}

impl<T: IntoElement> IntoElement for Vec<T> {
    fn into_element(self) -> Element {
        group(self)
    }
}

impl IntoElement for () {
    fn into_element(self) -> Element {
        fragment(None)
    }
}

impl IntoElement for &str {
    fn into_element(self) -> Element {
        text(self)
    }
}

impl IntoElement for String {
    fn into_element(self) -> Element {
        text(self)
    }
}

impl IntoElement for Signal<String> {
    fn into_element(self) -> Element {
        text(self)
    }
}

impl Element {
    pub(crate) fn new(kind: ElementKind) -> Element {
        Element {
            body: Box::new(Body {
                kind,
                props: Props::default(),
                handlers: Handlers::default(),
                bindings: Vec::new(),
                children: Vec::new(),
                key: None,
            }),
        }
    }

    /// Puts something inside, after what is inside already.
    pub fn child(mut self, child: impl IntoElement) -> Element {
        self.body.children.push(child.into_element());
        self
    }

    /// Puts several things inside.
    pub fn children<I>(mut self, children: I) -> Element
    where
        I: IntoIterator,
        I::Item: IntoElement,
    {
        self.body.children.extend(children.into_iter().map(IntoElement::into_element));
        self
    }

    /// What this node is called among its siblings, so that references to it survive a reload or a reordering.
    pub fn key(mut self, key: impl Into<String>) -> Element {
        self.body.key = Some(key.into());
        self
    }

    /// Sets a property now or follows its source.
    pub(crate) fn bind<T, M>(mut self, source: impl IntoProp<T, M>, touches: Touches, set: fn(&mut Props, T)) -> Element
    where
        T: Clone + PartialEq + 'static,
    {
        match source.into_prop() {
            Prop::Static(value) => set(&mut self.body.props, value),
            Prop::Dynamic(read) => self.body.bindings.push(Box::new(move |scene, node| {
                let scene = scene.clone();
                let mut last: Option<T> = None;
                scumble_reactive::effect(move || {
                    let value = read();
                    if last.as_ref() == Some(&value) {
                        return;
                    }
                    last = Some(value.clone());
                    scene.change(node, touches, |props| set(props, value));
                });
            })),
        }
        self
    }
}

/// A box whose children stand below each other, each as wide as the box.
pub fn column() -> Element {
    Element::new(ElementKind::Container)
}

/// A box; the same as [`column`].
pub fn container() -> Element {
    column()
}

/// A box whose children stand beside each other.
pub fn row() -> Element {
    let mut element = Element::new(ElementKind::Container);
    element.body.props.layout.flex_direction = taffy::FlexDirection::Row;
    element
}

/// A box whose children all fill the same place, the last on top.
pub fn stack() -> Element {
    let mut element = Element::new(ElementKind::Container);
    crate::layout::make_stack(&mut element.body.props);
    element
}

/// A text.
pub fn text<M>(content: impl IntoProp<String, M>) -> Element {
    Element::new(ElementKind::Text).bind(content, Touches::Layout, |props, value| props.text.content = value)
}

/// A text the person edits. See [`EditOptions`].
pub fn edit(options: EditOptions) -> Element {
    let EditOptions { value, placeholder, multiline, secret, max_len } = options;
    let setup = EditSetup { value, placeholder, multiline, secret, max_len };
    let mut element = Element::new(ElementKind::Edit(setup)).focusable(true);
    element.body.props.text.wrap = multiline;
    element.body.props.look.cursor = Some(crate::style::Cursor::Text);
    element
}

/// A drawing: `draw` is asked for shapes whenever the size changes, in px from the node's top left. Colours are inks,
/// so a change of theme or state needs no new drawing.
pub fn draw(draw: impl Fn(Size) -> Drawing + 'static) -> Element {
    Element::new(ElementKind::Draw(Rc::new(draw)))
}

/// A picture, shown at its own size unless a size is given.
pub fn image(image: ImageData) -> Element {
    Element::new(ElementKind::Image(image))
}

/// Something shown above everything else, in the window's whole room: dialogs, menus. It lives and dies with its
/// place in the tree.
pub fn portal(content: impl IntoElement) -> Element {
    Element::new(ElementKind::Portal).child(content)
}

/// Several things that stand in the tree as if they were written one after the other.
pub fn group<I>(children: I) -> Element
where
    I: IntoIterator,
    I::Item: IntoElement,
{
    fragment(None).children(children)
}

/// Room that grows: pushes what comes after it to the end of a row or column.
pub fn spacer() -> Element {
    container().grow(1.0)
}

pub(crate) fn fragment(start: Option<Start>) -> Element {
    Element::new(ElementKind::Fragment(start))
}
