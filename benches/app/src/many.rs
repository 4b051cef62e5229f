//! A channel with eighty commands, so that registering many tools can be measured.

use scumble::prelude::*;

/// A macro, because eighty equal methods are no code to read.
macro_rules! many {
    ($($name:ident)*) => {
        /// Eighty commands that do next to nothing.
        #[channel(name = "many")]
        pub struct Many {
            /// The last number any of them was given.
            #[view]
            last: Signal<u32>,
        }

        #[commands]
        impl Many {
            $(
                /// Keep a number.
                pub fn $name(
                    &self,
                    /// The number.
                    number: u32,
                ) {
                    self.last.set(number);
                }
            )*
        }
    };
}

many! {
    c00 c01 c02 c03 c04 c05 c06 c07 c08 c09 c10 c11 c12 c13 c14 c15
    c16 c17 c18 c19 c20 c21 c22 c23 c24 c25 c26 c27 c28 c29 c30 c31
    c32 c33 c34 c35 c36 c37 c38 c39 c40 c41 c42 c43 c44 c45 c46 c47
    c48 c49 c50 c51 c52 c53 c54 c55 c56 c57 c58 c59 c60 c61 c62 c63
    c64 c65 c66 c67 c68 c69 c70 c71 c72 c73 c74 c75 c76 c77 c78 c79
}

impl Many {
    /// The channel, with nothing in it.
    pub fn open() -> Self {
        Self { last: Signal::new(0) }
    }
}
