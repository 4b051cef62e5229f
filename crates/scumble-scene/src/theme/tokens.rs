//! The names a theme gives values to. Closed sets: a name that does not exist does not compile.

macro_rules! tokens {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            pub(super) const COUNT: usize = [$($text),+].len();

            /// The name as agents and the documentation write it.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            /// Every token, in the order they are shown.
            pub const fn all() -> &'static [$name] {
                &[$($name::$variant),+]
            }

            /// The token of this exact name.
            pub fn by_name(name: &str) -> Option<$name> {
                Self::all().iter().copied().find(|token| token.name() == name)
            }
        }
    };
}

tokens! {
    /// A colour by its purpose.
    ColorToken {
        /// The ground of the whole application.
        Background = "background",
        /// A panel on the ground.
        Surface = "surface",
        /// A panel above others: dialogs, menus.
        SurfaceRaised = "surfaceRaised",
        /// The main action.
        Primary = "primary",
        /// The main action under the pointer.
        PrimaryHovered = "primaryHovered",
        /// Text and icons on `primary`.
        OnPrimary = "onPrimary",
        /// Ordinary text.
        Text = "text",
        /// Text that matters less.
        TextMuted = "textMuted",
        /// Quiet lines between things.
        Border = "border",
        /// Lines that must be seen.
        BorderStrong = "borderStrong",
        /// What stands in an empty field.
        Placeholder = "placeholder",
        /// What covers the application behind a dialog.
        Scrim = "scrim",
        /// A control at rest.
        ControlBackground = "controlBackground",
        /// A control under the pointer.
        ControlHovered = "controlHovered",
        /// A control being pressed.
        ControlPressed = "controlPressed",
        /// The edge of a control.
        ControlBorder = "controlBorder",
        /// An action that destroys, and errors.
        Danger = "danger",
        /// A destroying action under the pointer.
        DangerHovered = "dangerHovered",
        /// Text and icons on `danger`.
        OnDanger = "onDanger",
        /// Something went well.
        Success = "success",
        /// The ring around what holds the keyboard.
        FocusRing = "focusRing",
        /// Behind selected text.
        SelectionBackground = "selectionBackground",
        /// The chosen item of a set.
        Selected = "selected",
        /// A touch of colour that is not an action.
        Accent = "accent",
        /// Nothing is painted.
        Transparent = "transparent",
    }
}

tokens! {
    /// A way to set text, by its purpose.
    TextToken {
        /// Running text.
        Body = "body",
        /// Running text with weight.
        BodyStrong = "bodyStrong",
        /// Secondary text.
        BodySmall = "bodySmall",
        /// Names of fields and small captions.
        Label = "label",
        /// The name of a panel or an item.
        Title = "title",
        /// The name of a page.
        Headline = "headline",
        /// The largest text there is.
        Display = "display",
    }
}

tokens! {
    /// A corner radius.
    RadiusToken {
        /// 0 px.
        None = "none",
        /// 4 px.
        Small = "small",
        /// 8 px.
        Medium = "medium",
        /// 12 px.
        Large = "large",
        /// 20 px.
        ExtraLarge = "extraLarge",
        /// A pill: half of the shorter side.
        Full = "full",
    }
}

tokens! {
    /// A distance. The same in every theme, so that layout does not depend on colours.
    SpaceToken {
        /// 0 px.
        None = "none",
        /// 2 px.
        Hairline = "hairline",
        /// 4 px.
        ExtraSmall = "extraSmall",
        /// 8 px.
        Small = "small",
        /// 12 px.
        Medium = "medium",
        /// 16 px.
        Large = "large",
        /// 24 px.
        ExtraLarge = "extraLarge",
        /// 32 px.
        Huge = "huge",
    }
}

tokens! {
    /// How far a box seems to float.
    ShadowToken {
        /// Lies flat.
        None = "none",
        /// A card.
        Small = "small",
        /// A menu.
        Medium = "medium",
        /// A dialog.
        Large = "large",
    }
}

impl SpaceToken {
    /// The distance in px.
    pub const fn px(self) -> f32 {
        match self {
            SpaceToken::None => 0.0,
            SpaceToken::Hairline => 2.0,
            SpaceToken::ExtraSmall => 4.0,
            SpaceToken::Small => 8.0,
            SpaceToken::Medium => 12.0,
            SpaceToken::Large => 16.0,
            SpaceToken::ExtraLarge => 24.0,
            SpaceToken::Huge => 32.0,
        }
    }
}
