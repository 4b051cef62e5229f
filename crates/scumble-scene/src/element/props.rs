//! Everything plain that a node carries: the values builders set and effects change. No closures, no tree.

use accesskit::{Role, Toggled};
use taffy::prelude::{FromLength, FromPercent, TaffyAuto};

use crate::style::{Corner, Cursor, Ink, Length, Patch, State, TextAlign};
use crate::theme::{ShadowToken, TextToken};

/// The values of one node.
#[derive(Clone, Debug)]
pub(crate) struct Props {
    pub(crate) layout: taffy::Style,
    pub(crate) look: Look,
    pub(crate) variants: Vec<(State, Patch)>,
    pub(crate) text: TextProps,
    pub(crate) meaning: Meaning,
    /// Not laid out, not painted, not announced.
    pub(crate) hidden: bool,
    pub(crate) scroll_x: bool,
    pub(crate) scroll_y: bool,
    /// Takes part in no hit test itself; what is inside does.
    pub(crate) pass_through: bool,
    pub(crate) focusable: bool,
    /// Whether Tab stops here.
    pub(crate) tab_stop: bool,
    pub(crate) autofocus: bool,
    pub(crate) modal: bool,
    /// The controls inside are one stop for Tab.
    pub(crate) focus_group: Option<crate::focus_group::Arrows>,
    /// The author said how it shrinks.
    pub(crate) shrink_given: bool,
    /// Children fill the same place.
    pub(crate) stack: bool,
    /// The least sizes that were put in for its padding and border.
    floor: taffy::Size<Option<f32>>,
}

/// How a node looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) background: Option<Ink>,
    pub(crate) color: Option<Ink>,
    pub(crate) border: Option<(f32, Ink)>,
    pub(crate) radius: Corner,
    pub(crate) shadow: ShadowToken,
    pub(crate) opacity: f32,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) clip: bool,
    /// Whether the ring of focus is painted around it.
    pub(crate) focus_ring: bool,
}

/// How a node's text is set.
#[derive(Clone, Debug)]
pub(crate) struct TextProps {
    pub(crate) content: String,
    pub(crate) style: TextToken,
    pub(crate) size: Option<f32>,
    pub(crate) weight: Option<u16>,
    pub(crate) align: TextAlign,
    pub(crate) max_lines: Option<u32>,
    pub(crate) wrap: bool,
}

/// What a node means.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meaning {
    pub(crate) role: Option<Role>,
    pub(crate) label: Option<String>,
    pub(crate) description: String,
    pub(crate) value: Option<String>,
    pub(crate) checked: Option<Toggled>,
    pub(crate) pressed: Option<bool>,
    pub(crate) selected: Option<bool>,
    pub(crate) expanded: Option<bool>,
    pub(crate) current: bool,
    pub(crate) busy: bool,
    pub(crate) disabled: bool,
    pub(crate) required: bool,
    pub(crate) read_only: bool,
    pub(crate) invalid: Option<String>,
    pub(crate) level: Option<u32>,
    pub(crate) position: Option<(u32, u32)>,
    pub(crate) numeric: Option<Numeric>,
    pub(crate) live: Option<Live>,
    pub(crate) untrusted: bool,
    pub(crate) person_only: bool,
    /// Not announced, nor anything inside.
    pub(crate) silent: bool,
}

/// The number a slider, spinbutton, meter or progress bar stands at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numeric {
    /// Where it stands.
    pub value: f64,
    /// The smallest it may be.
    pub min: Option<f64>,
    /// The largest it may be.
    pub max: Option<f64>,
    /// The distance between two values.
    pub step: Option<f64>,
}

/// How a change inside is told to those who listen to the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// When nothing else is being said.
    Polite,
    /// At once.
    Assertive,
}

impl Default for Props {
    fn default() -> Props {
        Props {
            layout: taffy::Style {
                display: taffy::Display::Flex,
                flex_direction: taffy::FlexDirection::Column,
                // Every box is the reference of the absolute boxes inside it.
                position: taffy::Position::Relative,
                ..taffy::Style::DEFAULT
            },
            look: Look {
                background: None,
                color: None,
                border: None,
                radius: Corner::Px(0.0),
                shadow: ShadowToken::None,
                opacity: 1.0,
                cursor: None,
                clip: false,
                focus_ring: true,
            },
            variants: Vec::new(),
            text: TextProps {
                content: String::new(),
                style: TextToken::Body,
                size: None,
                weight: None,
                align: TextAlign::Start,
                max_lines: None,
                wrap: true,
            },
            meaning: Meaning::default(),
            hidden: false,
            scroll_x: false,
            scroll_y: false,
            pass_through: false,
            focusable: false,
            tab_stop: true,
            autofocus: false,
            modal: false,
            focus_group: None,
            shrink_given: false,
            stack: false,
            floor: taffy::Size { width: None, height: None },
        }
    }
}

/// A length that is no number is taken as not given, so that one bad value does not spoil a whole layout.
fn sane(px: f32) -> Option<f32> {
    px.is_finite().then_some(px.clamp(-1.0e6, 1.0e6))
}

impl Length {
    pub(crate) fn to_dimension(self) -> taffy::Dimension {
        match self {
            Length::Px(px) => sane(px).map_or(taffy::Dimension::AUTO, taffy::Dimension::from_length),
            Length::Percent(share) => {
                sane(share).map_or(taffy::Dimension::AUTO, |s| taffy::Dimension::from_percent(s / 100.0))
            }
            Length::Auto => taffy::Dimension::AUTO,
        }
    }

    pub(crate) fn to_auto(self) -> taffy::LengthPercentageAuto {
        match self {
            Length::Px(px) => {
                sane(px).map_or(taffy::LengthPercentageAuto::AUTO, taffy::LengthPercentageAuto::from_length)
            }
            Length::Percent(share) => sane(share)
                .map_or(taffy::LengthPercentageAuto::AUTO, |s| taffy::LengthPercentageAuto::from_percent(s / 100.0)),
            Length::Auto => taffy::LengthPercentageAuto::AUTO,
        }
    }

    pub(crate) fn to_fixed(self) -> taffy::LengthPercentage {
        match self {
            Length::Px(px) => taffy::LengthPercentage::from_length(sane(px).unwrap_or(0.0).max(0.0)),
            Length::Percent(share) => {
                taffy::LengthPercentage::from_percent(sane(share).unwrap_or(0.0).max(0.0) / 100.0)
            }
            Length::Auto => taffy::LengthPercentage::from_length(0.0),
        }
    }
}

impl Props {
    /// A box that cuts off its content may shrink to nothing, but not below its padding and border: taffy has to be
    /// told, where the author gave no least size.
    pub(crate) fn keep_floor(&mut self) {
        let Props { layout, floor, .. } = self;
        let px = |edge: taffy::LengthPercentage| match edge.into_raw() {
            raw if raw.tag() == taffy::CompactLength::LENGTH_TAG => raw.value(),
            _ => 0.0,
        };
        let (padding, border) = (layout.padding, layout.border);
        let edges = taffy::Size {
            width: px(padding.left) + px(padding.right) + px(border.left) + px(border.right),
            height: px(padding.top) + px(padding.bottom) + px(border.top) + px(border.bottom),
        };
        let keep = |min: &mut taffy::LengthPercentageAuto, floor: &mut Option<f32>, cuts: bool, edges: f32| {
            let ours = match floor {
                Some(before) => *min == taffy::LengthPercentageAuto::from_length(*before),
                None => *min == taffy::LengthPercentageAuto::AUTO,
            };
            if cuts && ours {
                *floor = Some(edges);
                *min = taffy::LengthPercentageAuto::from_length(edges);
            }
        };
        keep(&mut layout.min_size.width, &mut floor.width, layout.overflow.x.is_scroll_container(), edges.width);
        keep(&mut layout.min_size.height, &mut floor.height, layout.overflow.y.is_scroll_container(), edges.height);
    }

    /// Whether the boxes inside stand below each other in their order.
    pub(crate) fn stands_in_column(&self) -> bool {
        self.layout.display == taffy::Display::Flex
            && self.layout.flex_direction == taffy::FlexDirection::Column
            && self.layout.flex_wrap == taffy::FlexWrap::NoWrap
    }
}
