//! What may be given to a property: a value, a closure that is followed, or a signal.

use std::rc::Rc;

use scumble_reactive::Signal;

/// A property's source. A dynamic one is read in an effect, so whatever it reads is followed.
pub enum Prop<T> {
    /// One value for good.
    Static(T),
    /// Read again whenever a signal it read changes.
    Dynamic(Rc<dyn Fn() -> T>),
}

impl<T> Prop<T> {
    /// The value now; reading it in an effect follows it.
    pub fn get(&self) -> T
    where
        T: Clone,
    {
        match self {
            Prop::Static(value) => value.clone(),
            Prop::Dynamic(read) => read(),
        }
    }

    /// The same source, changed on the way.
    pub fn map<U>(self, change: impl Fn(T) -> U + 'static) -> Prop<U>
    where
        T: 'static,
    {
        match self {
            Prop::Static(value) => Prop::Static(change(value)),
            Prop::Dynamic(read) => Prop::Dynamic(Rc::new(move || change(read()))),
        }
    }
}

impl<T: Clone> Clone for Prop<T> {
    fn clone(&self) -> Prop<T> {
        match self {
            Prop::Static(value) => Prop::Static(value.clone()),
            Prop::Dynamic(read) => Prop::Dynamic(read.clone()),
        }
    }
}

impl<T: Default> Default for Prop<T> {
    fn default() -> Prop<T> {
        Prop::Static(T::default())
    }
}

/// Whatever a property of type `T` accepts. `Marker` only keeps the implementations apart and is always inferred.
pub trait IntoProp<T, Marker> {
    /// The source.
    fn into_prop(self) -> Prop<T>;
}

/// Marks a plain value.
pub struct ByValue;
/// Marks a closure returning `R`.
pub struct ByClosure<R>(std::marker::PhantomData<R>);
/// Marks a signal of `R`.
pub struct BySignal<R>(std::marker::PhantomData<R>);
/// Marks a property passed on.
pub struct ByProp;

impl<T, V: Into<T>> IntoProp<T, ByValue> for V {
    fn into_prop(self) -> Prop<T> {
        Prop::Static(self.into())
    }
}

impl<T, R: Into<T>, F: Fn() -> R + 'static> IntoProp<T, ByClosure<R>> for F {
    fn into_prop(self) -> Prop<T> {
        Prop::Dynamic(Rc::new(move || self().into()))
    }
}

impl<T, R: Clone + Into<T> + 'static> IntoProp<T, BySignal<R>> for Signal<R> {
    fn into_prop(self) -> Prop<T> {
        Prop::Dynamic(Rc::new(move || self.get().into()))
    }
}

impl<T> IntoProp<T, ByProp> for Prop<T> {
    fn into_prop(self) -> Prop<T> {
        self
    }
}
