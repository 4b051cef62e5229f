//! The table of error codes. A code is never given another meaning.

use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $number:literal;)*) => {
        /// Why a call failed: `SC` and four digits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Code {
            $($(#[doc = $doc])+ #[serde(rename = $number)] $name,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// As it is written: `SC0107`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $number,)* }
            }

            /// What it means, for the page of codes.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc),+),)* }
            }
        }
    };
}

codes! {
    /// No tool of this name is offered.
    UnknownTool = "SC0101";
    /// The arguments do not fit the tool's schema.
    BadArguments = "SC0102";
    /// The command answered with an error.
    CommandFailed = "SC0103";
    /// The command panicked; the application goes on with the values from before it.
    CommandPanicked = "SC0104";
    /// The call was cancelled by its caller.
    Cancelled = "SC0105";
    /// The answer could not be made: a value that JSON cannot carry.
    BadAnswer = "SC0106";
    /// The person declined.
    Declined = "SC0107";
    /// There is no way to ask the person here.
    NobodyToAsk = "SC0108";
    /// The question to the person was withdrawn before it was answered.
    Withdrawn = "SC0109";
    /// A control is for the person alone.
    PersonOnly = "SC0110";
    /// The application is not mounted, or no longer.
    NotMounted = "SC0111";
    /// No control was named.
    NoTarget = "SC0201";
    /// Nothing on the screen fits the role and name.
    NoSuchControl = "SC0202";
    /// More than one control fits.
    AmbiguousControl = "SC0203";
    /// The control a ref named is gone, or never was.
    DeadRef = "SC0204";
    /// The control is disabled.
    Disabled = "SC0205";
    /// Something else lies over the control.
    Covered = "SC0206";
    /// A modal dialog is open in front of the control.
    BehindModal = "SC0207";
    /// The control is not visible and cannot be scrolled to.
    NotVisible = "SC0208";
    /// The control is not of a kind that can do this.
    WrongKind = "SC0209";
    /// The field is read-only.
    ReadOnly = "SC0210";
    /// What was waited for did not come in time.
    WaitTimedOut = "SC0211";
    /// The key is not one a keyboard has.
    UnknownKey = "SC0212";
    /// The revision asked for is no longer kept.
    UnknownRevision = "SC0213";
    /// A frame would be larger than is allowed, or has no area.
    FrameSize = "SC0301";
    /// No component of this name is known.
    NoSuchComponent = "SC0302";
    /// The component cannot be drawn from these inputs.
    BadInputs = "SC0303";
    /// Drawing the component panicked.
    FramePanicked = "SC0304";
    /// Drawing the component took too long and was ended.
    FrameTimedOut = "SC0305";
    /// Components are drawn by name only in a development build.
    NoFrames = "SC0306";
    /// The server an agent is connected through is not running.
    NoServer = "SC0401";
    /// The server went away while a call was running; whether the call was carried out is not known.
    ServerLost = "SC0402";
    /// No page of the application is open.
    NoPage = "SC0403";
    /// The page went away, or stopped, while a call was running; whether the call was carried out is not known.
    PageLost = "SC0404";
    /// The newest build failed, so there is nothing of the new code to show.
    BuildFailed = "SC0405";
    /// The build, or the page's reload with it, did not end in time.
    BuildRunning = "SC0406";
    /// No tab has this id.
    NoSuchTab = "SC0407";
    /// What a page answered is more than can be carried from it.
    AnswerTooLarge = "SC0408";
    /// A part of the runtime failed; this is a fault of ours.
    Internal = "SC0901";
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_unique_and_well_formed() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::ALL {
            let text = code.as_str();
            assert!(text.len() == 6 && text.starts_with("SC") && text[2..].bytes().all(|b| b.is_ascii_digit()));
            assert!(seen.insert(text), "{text} is given twice");
            assert!(code.meaning().trim().ends_with('.'));
        }
    }
}
