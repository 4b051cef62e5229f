//! Callbacks: what a component is given to tell its parent something.

use std::rc::Rc;

/// A function a component calls; cheap to clone. The default one does nothing.
pub struct Callback<A = (), R = ()> {
    run: Option<Rc<dyn Fn(A) -> R>>,
}

impl<A, R> Clone for Callback<A, R> {
    fn clone(&self) -> Self {
        Callback { run: self.run.clone() }
    }
}

impl<A, R> Default for Callback<A, R> {
    fn default() -> Self {
        Callback { run: None }
    }
}

impl<A, R> Callback<A, R> {
    /// A callback that runs `f`.
    #[must_use]
    pub fn new(f: impl Fn(A) -> R + 'static) -> Self {
        Callback { run: Some(Rc::new(f)) }
    }

    /// Whether there is anything to run.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.run.is_some()
    }
}

impl<A, R: Default> Callback<A, R> {
    /// Runs it; the default value if nothing was given.
    pub fn run(&self, argument: A) -> R {
        match &self.run {
            Some(run) => run(argument),
            None => R::default(),
        }
    }
}

impl<A, R, F: Fn(A) -> R + 'static> From<F> for Callback<A, R> {
    fn from(f: F) -> Self {
        Callback::new(f)
    }
}
