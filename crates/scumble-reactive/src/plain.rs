//! Signals of plain values, as one page leaves them to the next: where each was made, and what it holds.
//!
//! For development, where a page is loaded again with every save: what a component keeps for itself (whether its dialog
//! is open, what was typed) has no name but the place in the source it was made at. A place that made another number of
//! signals than before is begun anew, since which is which is then not known. Knows no page and no format.

use std::any::{Any, type_name};
use std::collections::BTreeMap;
use std::panic::Location;
use std::rc::Rc;

use crate::runtime::{SignalKey, with};
use crate::{Signal, batch};

/// A value that means the same in another instance.
#[derive(Clone, Debug, PartialEq)]
pub enum Plain {
    /// An option that holds nothing.
    Nothing,
    /// A boolean.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Real(f64),
    /// A text.
    Text(String),
}

/// One signal's value.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainSignal {
    /// The file and column it was made at, and its type. Not the line: that is another with every edit.
    pub place: String,
    /// What it holds.
    pub value: Plain,
}

/// Every signal of a plain value that [`Signal::new`] made and that is alive, in the order they were made.
#[must_use]
pub fn plain_signals() -> Vec<PlainSignal> {
    made()
        .into_iter()
        .map(|(_, place, kind, value)| PlainSignal { place, value: (kind.read)(&*value) })
        .filter_map(known)
        .collect()
}

fn known(signal: PlainSignal) -> Option<PlainSignal> {
    // JSON has no word for them.
    if matches!(signal.value, Plain::Real(number) if !number.is_finite()) { None } else { Some(signal) }
}

/// Writes back what signals held, where as many of them were made at each place as there are in `before`. Answers how
/// many were written.
pub fn restore_plain_signals(before: &[PlainSignal]) -> usize {
    let mut places: BTreeMap<&str, Vec<&Plain>> = BTreeMap::new();
    for signal in before {
        places.entry(&signal.place).or_default().push(&signal.value);
    }
    let mut now: BTreeMap<String, Vec<(SignalKey, &'static Kind, Rc<dyn Any>)>> = BTreeMap::new();
    for (key, place, kind, value) in made() {
        now.entry(place).or_default().push((key, kind, value));
    }
    let mut written = 0;
    batch(|| {
        for (place, signals) in &now {
            let Some(values) = places.get(place.as_str()).filter(|values| values.len() == signals.len()) else {
                continue;
            };
            for ((key, kind, value), wanted) in signals.iter().zip(values) {
                if (kind.read)(&**value) != **wanted && (kind.write)(*key, wanted) {
                    written += 1;
                }
            }
        }
    });
    written
}

/// The signals there are, in the order they were made.
fn made() -> Vec<(SignalKey, String, &'static Kind, Rc<dyn Any>)> {
    let mut all: Vec<(u64, SignalKey, &'static Location<'static>, Rc<dyn Any>)> = with(|rt| {
        let signals = rt.signals.borrow();
        signals.iter().filter_map(|(key, data)| data.made().map(|(at, order, value)| (order, key, at, value))).collect()
    });
    all.sort_by_key(|(order, ..)| *order);
    all.into_iter()
        .filter_map(|(_, key, at, value)| {
            let kind = KINDS.iter().find(|kind| (kind.is)(&*value))?;
            Some((key, format!("{}:{}:{}", at.file(), at.column(), (kind.name)()), kind, value))
        })
        .collect()
}

/// One type a plain value can have.
struct Kind {
    name: fn() -> &'static str,
    is: fn(&dyn Any) -> bool,
    read: fn(&dyn Any) -> Plain,
    write: fn(SignalKey, &Plain) -> bool,
}

/// A type that is written as a [`Plain`].
trait IsPlain: Sized + PartialEq + Clone + 'static {
    fn to_plain(&self) -> Plain;
    fn from_plain(plain: &Plain) -> Option<Self>;
}

impl IsPlain for bool {
    fn to_plain(&self) -> Plain {
        Plain::Flag(*self)
    }
    fn from_plain(plain: &Plain) -> Option<bool> {
        if let Plain::Flag(flag) = plain { Some(*flag) } else { None }
    }
}

impl IsPlain for String {
    fn to_plain(&self) -> Plain {
        Plain::Text(self.clone())
    }
    fn from_plain(plain: &Plain) -> Option<String> {
        if let Plain::Text(text) = plain { Some(text.clone()) } else { None }
    }
}

macro_rules! whole {
    ($($number:ty),*) => {$(
        impl IsPlain for $number {
            fn to_plain(&self) -> Plain {
                // One too large is begun anew: it reads back as another kind.
                i64::try_from(*self).map_or(Plain::Nothing, Plain::Whole)
            }
            fn from_plain(plain: &Plain) -> Option<$number> {
                if let Plain::Whole(number) = plain { <$number>::try_from(*number).ok() } else { None }
            }
        }
    )*};
}
whole!(i32, u32, i64, u64, usize);

macro_rules! real {
    ($($number:ty),*) => {$(
        impl IsPlain for $number {
            fn to_plain(&self) -> Plain {
                Plain::Real(f64::from(*self))
            }
            fn from_plain(plain: &Plain) -> Option<$number> {
                match plain {
                    Plain::Real(number) => Some(*number as $number),
                    Plain::Whole(number) => Some(*number as $number),
                    _ => None,
                }
            }
        }
    )*};
}
real!(f32, f64);

impl<T: IsPlain> IsPlain for Option<T> {
    fn to_plain(&self) -> Plain {
        self.as_ref().map_or(Plain::Nothing, T::to_plain)
    }
    fn from_plain(plain: &Plain) -> Option<Option<T>> {
        if *plain == Plain::Nothing { Some(None) } else { T::from_plain(plain).map(Some) }
    }
}

fn read<T: IsPlain>(value: &dyn Any) -> Plain {
    value.downcast_ref::<T>().map_or(Plain::Nothing, T::to_plain)
}

fn write<T: IsPlain>(key: SignalKey, plain: &Plain) -> bool {
    let Some(value) = T::from_plain(plain) else { return false };
    Signal::<T>::of(key).set(value);
    true
}

macro_rules! kinds {
    ($($kind:ty),*) => {
        static KINDS: &[Kind] = &[$(
            Kind { name: type_name::<$kind>, is: <dyn Any>::is::<$kind>, read: read::<$kind>, write: write::<$kind> },
            Kind {
                name: type_name::<Option<$kind>>,
                is: <dyn Any>::is::<Option<$kind>>,
                read: read::<Option<$kind>>,
                write: write::<Option<$kind>>,
            },
        )*];
    };
}
kinds!(bool, String, i32, u32, i64, u64, usize, f32, f64);

#[cfg(test)]
mod tests {
    use super::{Plain, plain_signals, restore_plain_signals};
    use crate::{Scope, Signal, memo};

    /// What a component keeps for itself.
    fn component(dialogs: usize) -> (Vec<Signal<bool>>, Signal<Option<String>>) {
        let open = (0..dialogs).map(|_| Signal::new(false)).collect();
        let _derived = memo(|| true);
        (open, Signal::new(None))
    }

    #[test]
    fn what_a_component_keeps_for_itself_is_there_in_the_next_instance() {
        let before = Scope::root();
        let (open, typed) = before.run(|| component(2));
        open[1].set(true);
        typed.set(Some("half".into()));
        let left = plain_signals();
        assert_eq!(left.len(), 3, "a memo is computed: {left:?}");
        before.dispose();

        let after = Scope::root();
        let (open, typed) = after.run(|| component(2));
        assert_eq!(restore_plain_signals(&left), 2);
        assert_eq!((open[0].get(), open[1].get(), typed.get()), (false, true, Some("half".into())));
        after.dispose();
    }

    #[test]
    fn a_place_that_makes_another_number_of_them_begins_anew() {
        let before = Scope::root();
        let (open, typed) = before.run(|| component(1));
        open[0].set(true);
        typed.set(Some("half".into()));
        let left = plain_signals();
        before.dispose();
        let after = Scope::root();
        let (open, typed) = after.run(|| component(2));
        restore_plain_signals(&left);
        assert_eq!((open[0].get(), open[1].get(), typed.get()), (false, false, Some("half".into())));
        after.dispose();
    }

    #[test]
    fn a_number_that_does_not_fit_is_left_alone() {
        let scope = Scope::root();
        let number = scope.run(|| Signal::new(7_u32));
        let mut left = plain_signals();
        left[0].value = Plain::Whole(-1);
        assert_eq!(restore_plain_signals(&left), 0);
        assert_eq!(number.get(), 7);
        scope.dispose();
    }
}
