//! The application under test: mounted in this thread, drawn into memory, on a clock of its own.

use std::rc::Rc;

use scumble_agent::{Agent, AgentContext, AppSpec, LocalFrames, Surfaces};
use scumble_channels::{Channel, ChannelScope, Served, check_served};
use scumble_paint::{Canvas, Painter};
use scumble_protocol::Answer;
use scumble_reactive::{Scope, now};
use scumble_scene::element::{Element, IntoElement};
use scumble_scene::event::{InputEvent, Modifiers};
use scumble_scene::geometry::{Point, Rect, Size};
use scumble_scene::semantics::aria_role;
use scumble_scene::theme::Theme;
use scumble_scene::{Scene, SceneOptions};
use serde_json::{Map, Value};

use crate::agent::{AgentHand, AskPerson, Person};
use crate::clock;
use crate::control::Control;

/// The size a screen has if nothing else is said, in CSS pixels.
const USUAL_SIZE: Size = Size::new(800.0, 600.0);

/// A mounted application and its surroundings. The application is taken down when the harness and every hand taken
/// from it are dropped.
pub struct Harness {
    mount: Rc<Mount>,
    served: Vec<Served>,
    agent: Agent,
    hand: AgentHand,
}

/// What is mounted, for as long as somebody holds it.
pub(crate) struct Mount {
    pub(crate) scope: Scope,
    scene: Scene,
}

impl Drop for Mount {
    fn drop(&mut self) {
        self.scene.unmount();
        self.scope.dispose();
    }
}

impl Harness {
    /// Mounts an application at 800 by 600.
    ///
    /// # Panics
    /// If its channels or its tools clash.
    #[must_use]
    pub fn new(spec: AppSpec) -> Harness {
        let scope = Scope::root();
        let served = scope.run(|| (spec.serve)(scope));
        check_served(&served).unwrap_or_else(|sentence| panic!("{sentence}"));
        let kept = served.clone();
        let state = move || {
            kept.iter()
                .map(|served| (served.name().to_string(), Value::Object(served.snapshot(false))))
                .collect::<Map<String, Value>>()
        };
        let frames = LocalFrames::new(spec, state);
        let harness = Harness::mount(scope, served, |scope| (spec.root)(scope), Some(frames), spec.offer);
        spec.add_fonts(&harness.mount.scene).unwrap_or_else(|sentence| panic!("{sentence}"));
        harness
    }

    /// Mounts one element, described in the scope of the mount.
    #[must_use]
    pub fn of<E: IntoElement>(describe: impl FnOnce(Scope) -> E) -> Harness {
        Harness::mount(Scope::root(), Vec::new(), |scope| describe(scope).into_element(), None, |_, _| {})
    }

    /// Mounts one element over channels served in the scope of the mount, which an agent has too.
    ///
    /// # Panics
    /// If their tools clash.
    #[must_use]
    pub fn of_channels<E: IntoElement>(
        serve: impl FnOnce(Scope) -> Vec<Served>,
        describe: impl FnOnce(Scope) -> E,
        offer: impl FnOnce(&mut Agent, Scope),
    ) -> Harness {
        let scope = Scope::root();
        let served = scope.run(|| serve(scope));
        Harness::mount(scope, served, |scope| describe(scope).into_element(), None, offer)
    }

    fn mount(
        scope: Scope,
        served: Vec<Served>,
        describe: impl FnOnce(Scope) -> Element,
        frames: Option<LocalFrames>,
        offer: impl FnOnce(&mut Agent, Scope),
    ) -> Harness {
        let scene = Scene::new(SceneOptions { theme: Theme::light(), size: USUAL_SIZE, ..SceneOptions::default() });
        scene.mount_with(scope, describe);
        let person = Rc::new(Person::default());
        let mut context = AgentContext::new(scope, scene.clone());
        context.asker = Some(Rc::new(AskPerson(Rc::clone(&person))));
        context.frames = frames.map(|frames| Rc::new(frames) as Rc<dyn scumble_agent::Frames>);
        let mut agent = Agent::new(context);
        offer(&mut agent, scope);
        let surfaces: Surfaces = agent.surfaces().unwrap_or_else(|sentence| panic!("{sentence}"));
        let mount = Rc::new(Mount { scope, scene });
        let hand = AgentHand::new(Rc::new(surfaces), person, Rc::clone(&mount));
        hand.person_answers(|_| Some(Answer::NoWay("no answer was given in this test.".into())));
        let harness = Harness { mount, served, agent, hand };
        harness.settle();
        harness
    }

    /// The scene, for tests whose subject it is.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.mount.scene
    }

    /// The scope of the mount.
    #[must_use]
    pub fn scope(&self) -> Scope {
        self.mount.scope
    }

    /// A served channel.
    ///
    /// # Panics
    /// If it is not served.
    #[must_use]
    pub fn channel<C: Channel>(&self) -> C {
        self.mount.scope.channel::<C>()
    }

    /// The served channels with their types forgotten.
    #[must_use]
    pub fn served(&self) -> &[Served] {
        &self.served
    }

    /// The agent's side itself, for its refs and its log.
    #[must_use]
    pub fn agent_side(&self) -> &Agent {
        &self.agent
    }

    /// An agent connected to the application.
    #[must_use]
    pub fn agent(&self) -> AgentHand {
        self.hand.clone()
    }

    /// The control of this role whose name is this, or else equal but for case, or else holds this.
    ///
    /// # Panics
    /// If there is none or more than one; the message shows the screen.
    pub fn find(&self, role: &str, name: &str) -> Control<'_> {
        let mut found = self.find_all(role, name);
        match found.len() {
            1 => found.remove(0),
            0 => panic!("nothing on the screen is {role} {name:?}:\n{}", self.screen()),
            many => panic!("{many} controls are {role} {name:?}:\n{}", self.screen()),
        }
    }

    /// As [`Harness::find`]; `None` unless there is exactly one.
    #[must_use]
    pub fn try_find(&self, role: &str, name: &str) -> Option<Control<'_>> {
        let mut found = self.find_all(role, name);
        if found.len() == 1 { found.pop() } else { None }
    }

    /// Every control of this role with this name, in reading order. An empty name is every name.
    #[must_use]
    pub fn find_all(&self, role: &str, name: &str) -> Vec<Control<'_>> {
        let tree = self.mount.scene.semantics();
        let of_role: Vec<_> = tree.nodes.iter().filter(|node| aria_role(node.role) == role).collect();
        let lower = name.to_lowercase();
        let tests: [&dyn Fn(&str) -> bool; 3] =
            [&|own| own == name, &|own| own.to_lowercase() == lower, &|own| own.to_lowercase().contains(&lower)];
        let tests = if name.is_empty() { &tests[2..] } else { &tests[..] };
        for fits in tests {
            let found: Vec<Control<'_>> = of_role
                .iter()
                .filter(|node| fits(&node.name))
                .map(|node| Control { harness: self, node: node.id })
                .collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The control that has the keyboard's focus.
    #[must_use]
    pub fn focused(&self) -> Option<Control<'_>> {
        self.mount.scene.focus().map(|node| Control { harness: self, node })
    }

    /// The screen as an outline, as `ui_snapshot` answers it.
    #[must_use]
    pub fn screen(&self) -> String {
        self.agent.outline()
    }

    /// Presses a key where the focus is and lets it go.
    pub fn key(&self, key: &str) {
        self.key_with(key, Modifiers::NONE);
    }

    /// As [`Harness::key`], with modifiers held.
    pub fn key_with(&self, key: &str, modifiers: Modifiers) {
        self.mount.scene.stroke(key, modifiers, now());
        self.settle();
    }

    /// Types a text where the focus is, a key a character.
    pub fn type_text(&self, text: &str) {
        for character in text.chars() {
            match character {
                '\n' => self.key("Enter"),
                other => self.key(&other.to_string()),
            }
        }
    }

    /// Turns the wheel at a point, in CSS pixels.
    pub fn wheel(&self, position: Point, dx: f32, dy: f32) {
        self.input(&InputEvent::Wheel { position, dx, dy, modifiers: Modifiers::NONE });
    }

    /// Gives the scene one event and lets run what it set off; whether the scene used it.
    pub fn input(&self, event: &InputEvent) -> bool {
        let outcome = self.mount.scene.input(event, now());
        self.settle();
        outcome.handled
    }

    /// Lets this much time pass, in milliseconds.
    pub fn advance(&self, ms: f64) {
        clock::advance(ms);
        self.mount.scene.layout();
    }

    /// Lets run what can run now, and lays out.
    pub fn settle(&self) {
        clock::settle();
        self.mount.scene.layout();
    }

    /// Another size of the screen, in CSS pixels.
    pub fn resize(&self, width: f32, height: f32) {
        self.mount.scene.set_size(Size::new(width, height));
        self.settle();
    }

    /// Another theme.
    pub fn set_theme(&self, theme: Theme) {
        self.mount.scene.set_theme(theme);
        self.settle();
    }

    /// The screen as pixels, at one device pixel a CSS pixel.
    #[must_use]
    pub fn draw(&self) -> Canvas {
        self.draw_at(1.0)
    }

    /// The screen as pixels, at this many device pixels a CSS pixel.
    #[must_use]
    pub fn draw_at(&self, scale: f32) -> Canvas {
        self.settle();
        let size = self.mount.scene.size();
        let whole = Rect::new(0.0, 0.0, size.width, size.height);
        let mut canvas = Canvas::new((size.width * scale).ceil() as u32, (size.height * scale).ceil() as u32);
        Painter::new().paint(&self.mount.scene.display_list(whole), &mut canvas, whole, scale);
        canvas
    }
}
