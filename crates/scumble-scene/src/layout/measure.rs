//! How large leaves are: texts by their lines, editable texts by their lines or a usual width, pictures by themselves.

use taffy::{AvailableSpace, LayoutInput, LayoutOutput, compute_leaf_layout};

use crate::NodeId;
use crate::element::props::TextProps;
use crate::node::NodeKind;
use crate::style::TextAlign;
use crate::text::{Align, FamilyName, LayoutOptions, TextStyle};
use crate::theme::Theme;
use crate::tree::Tree;

/// The width of a field nobody gave one, px.
const USUAL_FIELD: f32 = 200.0;

/// How a node's text is to be shaped.
pub(crate) fn text_style(theme: &Theme, props: &TextProps) -> TextStyle {
    let style = theme.type_style(props.style);
    let size = props.size.unwrap_or(style.size);
    let line_height = if style.size > 0.0 { style.line_height * size / style.size } else { style.line_height };
    TextStyle {
        size,
        line_height,
        weight: props.weight.unwrap_or(style.weight),
        letter_spacing: style.letter_spacing,
        family: FamilyName::EMBEDDED,
    }
}

/// The room a text has in `width` px.
pub(crate) fn text_options(props: &TextProps, width: Option<f32>) -> LayoutOptions {
    LayoutOptions {
        // A hair more, so that a width found by measuring and summed up by layout breaks no line.
        max_width: width.map(|width| width + 0.02),
        align: match props.align {
            TextAlign::Start => Align::Start,
            TextAlign::Center => Align::Center,
            TextAlign::End => Align::End,
        },
        max_lines: props.max_lines,
        wrap: props.wrap,
    }
}

/// Up to the next 64th of a pixel, as Chromium's layout units.
fn up(width: f32) -> f32 {
    libm::ceilf(width * 64.0) / 64.0
}

pub(super) fn leaf(tree: &mut Tree, id: NodeId, inputs: LayoutInput) -> LayoutOutput {
    let Tree { nodes, fonts, theme, .. } = tree;
    let node = &nodes[id];
    let mut baseline = None;
    let measured = |known: taffy::Size<Option<f32>>, available: taffy::Size<AvailableSpace>| {
        if let taffy::Size { width: Some(width), height: Some(height) } = known
            && !matches!(node.kind, NodeKind::Text(_))
        {
            return taffy::Size { width, height };
        }
        let offered = known.width.or(match available.width {
            AvailableSpace::Definite(width) => Some(width),
            AvailableSpace::MinContent | AvailableSpace::MaxContent => None,
        });
        let narrowest = known.width.is_none() && available.width == AvailableSpace::MinContent;
        match &node.kind {
            NodeKind::Text(_) => {
                let style = text_style(theme, &node.props.text);
                let lines = fonts.layout(&node.props.text.content, &style, &text_options(&node.props.text, offered));
                if narrowest {
                    let mut width = up(lines.min_content_width());
                    if node.props.text.max_lines == Some(1) {
                        // One line that is cut fits into next to nothing.
                        width = width.min(style.size);
                    }
                    let lines =
                        fonts.layout(&node.props.text.content, &style, &text_options(&node.props.text, Some(width)));
                    return taffy::Size { width, height: lines.size().height };
                }
                baseline = Some(lines.first_baseline());
                taffy::Size { width: known.width.unwrap_or(up(lines.size().width)), height: lines.size().height }
            }
            NodeKind::Edit(state) => {
                let style = text_style(theme, &node.props.text);
                let width = match (known.width, available.width) {
                    (Some(width), _) => width,
                    (None, AvailableSpace::MinContent) => style.size * 4.0,
                    (None, AvailableSpace::Definite(width)) => width.min(USUAL_FIELD),
                    (None, AvailableSpace::MaxContent) => USUAL_FIELD,
                };
                let height = if state.is_multiline() {
                    let text = state.shown_text();
                    let lines = fonts.layout(&text, &style, &text_options(&node.props.text, Some(width)));
                    baseline = Some(lines.first_baseline());
                    lines.size().height
                } else {
                    baseline = Some((style.line_height + style.size * 0.7) / 2.0);
                    style.line_height
                };
                taffy::Size { width, height }
            }
            NodeKind::Image(image) => {
                let (width, height) = (image.width() as f32, image.height() as f32);
                match (known.width, known.height) {
                    (Some(w), None) if width > 0.0 => taffy::Size { width: w, height: w * height / width },
                    (None, Some(h)) if height > 0.0 => taffy::Size { width: h * width / height, height: h },
                    _ => taffy::Size { width: known.width.unwrap_or(width), height: known.height.unwrap_or(height) },
                }
            }
            _ => taffy::Size { width: known.width.unwrap_or(0.0), height: known.height.unwrap_or(0.0) },
        }
    };
    let style = &node.props.layout;
    let mut output = compute_leaf_layout(inputs, style, |_, _| 0.0, measured);
    if let Some(baseline) = baseline {
        let length = |edge: taffy::LengthPercentage| edge.into_raw().value();
        // Percentages of padding are rare on texts; their baseline is then off by that padding only.
        let top = length(style.padding.top) + length(style.border.top);
        output.baselines.first = Some(baseline + if top.is_finite() { top } else { 0.0 });
    }
    output
}
