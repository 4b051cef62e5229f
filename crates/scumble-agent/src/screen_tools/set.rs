//! `ui_set`: a control given a value by what a person would do: a press, an option pressed, keys.

use std::rc::Rc;

use scumble_protocol::{Annotations, Code, Tool, ToolError};
use scumble_reactive::now;
use scumble_scene::NodeId;
use scumble_scene::event::{Button, Change, Modifiers};
use serde_json::{Map, Value};

use super::is_set;
use super::press::cause_name;
use super::type_text::fill;
use crate::outline::{Entry, Outline, named, titled};
use crate::screen::{Hand, Screen, reach};
use crate::surface::{Answered, Call};
use crate::target::{Target, list};

/// Keys a number may take to reach.
const MOST_STEPS: usize = 400;

/// What its arguments are.
const ARGUMENTS: &str = concat!(
    r#"{"type":"object","properties":{"#,
    target_properties!(),
    ",",
    r#""value":{"description":"true, false, an option's name, or a number.","type":["boolean","number","string"]},"#,
    full_property!(),
    r#"},"additionalProperties":false,"required":["value"]}"#,
);

pub(super) fn tool() -> Tool {
    super::tool(
        "ui_set",
        "Set a control",
        "Gives a control a value: true or false for a checkbox, switch or radio; the name of an option for a select, list box or radio group; \
         a number for a slider or spinbutton. Does nothing if it has that value already. Answers what changed on the screen.",
        ARGUMENTS,
        Annotations { idempotent: true, ..Annotations::acting() },
    )
}

pub(super) async fn set(screen: Rc<Screen>, call: Call, arguments: Map<String, Value>) -> Answered {
    let before = screen.read(None);
    let index = screen.resolve(&before, &Target::from_arguments(&arguments))?;
    let entry = before.entries[index].clone();
    let value = arguments.get("value").cloned().unwrap_or_default();
    let mut hand = Hand::new(Rc::clone(&screen), call);
    let setting = Setting { screen: &screen, before: &before, index, entry: &entry, value: &value };
    match entry.role.as_str() {
        "checkbox" | "switch" | "menuitemcheckbox" | "radio" | "menuitemradio" => setting.checked(&mut hand).await?,
        "radiogroup" | "listbox" | "combobox" | "tablist" | "menu" => setting.option(&mut hand).await?,
        "slider" | "spinbutton" | "scrollbar" => setting.number(&mut hand).await?,
        _ if screen.editing(screen.node(&before, index)?).0 => setting.text(&mut hand).await?,
        _ => return Err(setting.wrong_kind("takes no value")),
    }
    let cause = format!("since {} was set", cause_name(&entry.role, &entry.name));
    hand.finish(&before, &format!("Set {} to {value}.", named(&entry)), &cause, is_set(&arguments, "full"))
}

/// One control and the value it is to have.
struct Setting<'a> {
    screen: &'a Rc<Screen>,
    before: &'a Outline,
    index: usize,
    entry: &'a Entry,
    value: &'a Value,
}

impl Setting<'_> {
    fn subject(&self) -> String {
        titled(&self.entry.role, &self.entry.name)
    }

    fn what(&self) -> String {
        format!("Setting {}", self.subject())
    }

    fn wrong_kind(&self, problem: &str) -> ToolError {
        ToolError::new(Code::WrongKind, format!("{} {problem}.", self.subject()))
            .fix("ui_press presses a control, ui_type fills a field.")
    }

    fn bad_value(&self, wanted: &str) -> ToolError {
        ToolError::new(
            Code::BadArguments,
            format!("input.value must be {wanted} for {}, not {}.", self.subject(), self.value),
        )
    }

    /// What the control is after the action, by its ref.
    fn after(&self) -> Option<Entry> {
        let outline = self.screen.read(None);
        outline.index_of(self.entry.number).map(|index| outline.entries[index].clone())
    }

    async fn checked(&self, hand: &mut Hand) -> Result<(), ToolError> {
        let Some(wanted) = self.value.as_bool() else { return Err(self.bad_value("true or false")) };
        let is_checked = |entry: &Entry| entry.states.iter().any(|state| state == "checked");
        if is_checked(self.entry) == wanted && !self.entry.states.iter().any(|state| state == "mixed") {
            return Ok(());
        }
        self.press(hand, self.before, self.index).await?;
        match self.after() {
            Some(after) if is_checked(&after) != wanted && !hand.is_late() => {
                let problem =
                    if wanted { "was pressed but is still not checked" } else { "was pressed but is still checked" };
                Err(ToolError::new(Code::WrongKind, format!("{} {problem}.", self.subject())).fix(
                    if self.entry.role == "radio" {
                        "A radio is unset by setting another of its group."
                    } else {
                        "Read ui_snapshot for what it did."
                    },
                ))
            }
            _ => Ok(()),
        }
    }

    async fn option(&self, hand: &mut Hand) -> Result<(), ToolError> {
        let Some(wanted) = self.value.as_str() else { return Err(self.bad_value("the name of an option")) };
        let mut outline = self.screen.read(None);
        let mut options = options_of(&outline, self.entry.number);
        if options.is_empty() {
            // A closed select shows its options only once it was opened.
            self.press(hand, self.before, self.index).await?;
            outline = self.screen.read(None);
            options = options_of(&outline, self.entry.number);
            if options.is_empty() {
                options = (0..outline.entries.len())
                    .filter(|&index| {
                        outline.entries[index].role == "option"
                            && self.before.index_of(outline.entries[index].number).is_none()
                    })
                    .collect();
            }
        }
        let lower = wanted.to_lowercase();
        let found = options.iter().find(|&&index| outline.entries[index].name == wanted);
        let found = found
            .or_else(|| options.iter().find(|&&index| outline.entries[index].name.to_lowercase() == lower))
            .copied();
        let Some(option) = found else {
            let error =
                ToolError::new(Code::NoSuchControl, format!("{} has no option {}.", self.subject(), self.value));
            return Err(if options.is_empty() {
                error.fix("It shows no options; read ui_snapshot.")
            } else {
                error.fix(format!("Its options are {}.", list(&outline, &options, "; ")))
            });
        };
        if outline.entries[option].states.iter().any(|state| state == "checked" || state == "selected") {
            return Ok(());
        }
        self.press(hand, &outline, option).await
    }

    async fn number(&self, hand: &mut Hand) -> Result<(), ToolError> {
        let Some(wanted) = self.value.as_f64() else { return Err(self.bad_value("a number")) };
        let node = self.screen.node(self.before, self.index)?;
        let Some(numeric) = self.screen.numeric(node) else {
            return Err(self.wrong_kind("holds no number that can be set"));
        };
        if numeric.min.is_some_and(|min| wanted < min) || numeric.max.is_some_and(|max| wanted > max) {
            let bound = |bound: Option<f64>, word: &str| bound.map(|bound| format!("{word} {bound}"));
            let bounds: Vec<String> =
                [bound(numeric.min, "at least"), bound(numeric.max, "at most")].into_iter().flatten().collect();
            return Err(self.bad_value(&bounds.join(" and ")));
        }
        let (node, _) = hand.act(&self.what(), |_| reach(self.screen, self.before, self.index, None))??;
        hand.act(&self.what(), |scene| scene.set_focus(node).map_err(|refused| refused.to_string()))?.map_err(
            |refused| ToolError::new(Code::WrongKind, format!("{} cannot take focus: {refused}", self.subject())),
        )?;
        if self.change_at_once(hand, node, wanted).await? {
            return Ok(());
        }
        self.step_by_keys(hand, node, wanted).await
    }

    /// Sets the number through the control's own handler for it, where it has one.
    async fn change_at_once(&self, hand: &mut Hand, node: NodeId, wanted: f64) -> Result<bool, ToolError> {
        let taken = hand.act(&self.what(), |scene| scene.change(node, &Change::Number(wanted), now()))?;
        if taken {
            hand.settle().await?;
        }
        Ok(taken)
    }

    /// Presses arrow keys until the number is there or moves no nearer.
    async fn step_by_keys(&self, hand: &mut Hand, node: NodeId, wanted: f64) -> Result<(), ToolError> {
        for _ in 0..MOST_STEPS {
            let Some(now) = self.screen.numeric(node) else { break };
            let (away, half_step) = (now.value - wanted, now.step.unwrap_or(1.0) / 2.0);
            if away == 0.0 {
                return Ok(());
            }
            let key = if away < 0.0 { "ArrowUp" } else { "ArrowDown" };
            hand.stroke(&self.what(), key, Modifiers::NONE)?;
            hand.settle().await?;
            let next = self.screen.numeric(node).map_or(now.value, |numeric| numeric.value);
            if (next - wanted).abs() >= away.abs() || hand.is_late() {
                let message =
                    format!("{} stays at {next}, {} away from {wanted}.", self.subject(), (next - wanted).abs());
                let hint = if away.abs() < half_step * 2.0 {
                    "Its steps do not meet that number."
                } else {
                    "Its keys do not move it there."
                };
                return Err(ToolError::new(Code::WrongKind, message).fix(hint));
            }
        }
        Err(self.wrong_kind("takes more key presses to reach that number than are made"))
    }

    async fn text(&self, hand: &mut Hand) -> Result<(), ToolError> {
        let text = match self.value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(self.bad_value("a text")),
        };
        fill(self.screen, hand, self.before, self.index, &text)?;
        hand.settle().await
    }

    async fn press(&self, hand: &mut Hand, outline: &Outline, index: usize) -> Result<(), ToolError> {
        let (_, point) = hand.act(&self.what(), |_| reach(self.screen, outline, index, None))??;
        hand.press(&self.what(), point, Button::Primary, 1)?;
        hand.settle().await
    }
}

/// The entries inside a control that are its options.
fn options_of(outline: &Outline, number: u32) -> Vec<usize> {
    let Some(start) = outline.index_of(number) else { return Vec::new() };
    let mut inside = vec![false; outline.entries.len()];
    inside[start] = true;
    let mut options = Vec::new();
    for index in start + 1..outline.entries.len() {
        inside[index] = outline.entries[index].parent.is_some_and(|parent| inside[parent]);
        if inside[index]
            && matches!(outline.entries[index].role.as_str(), "option" | "radio" | "tab" | "menuitem" | "menuitemradio")
        {
            options.push(index);
        }
    }
    options
}
