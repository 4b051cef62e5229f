//! What the runtime promises, as sentences.
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::{CallScope, Scope, Signal, Stored, batch, effect, host, memo, sleep, spawn, spawn_named, untrack};

fn count(f: impl Fn() + 'static) -> Rc<Cell<u32>> {
    let runs = Rc::new(Cell::new(0));
    let inner = Rc::clone(&runs);
    effect(move || {
        f();
        inner.set(inner.get() + 1);
    });
    runs
}

#[test]
fn an_effect_runs_at_once_and_after_each_write_of_what_it_read() {
    let a = Signal::new(1);
    let b = Signal::new(1);
    let runs = count(move || {
        let _ = a.read();
    });
    assert_eq!(runs.get(), 1);
    a.set(2);
    b.set(2);
    assert_eq!(runs.get(), 2);
}

#[test]
fn a_batch_runs_each_effect_once() {
    let a = Signal::new(1);
    let runs = count(move || {
        let _ = a.read();
    });
    batch(|| {
        a.set(2);
        batch(|| a.set(3));
        assert_eq!(runs.get(), 1);
    });
    assert_eq!(runs.get(), 2);
}

#[test]
fn a_handler_may_write_the_signal_it_is_reading() {
    let row = Signal::new((7, "x".to_owned()));
    let open = move |id: i32| row.update(|r| r.0 = id + 1);
    open(row.read().0);
    assert_eq!(row.read().0, 8);
}

#[test]
fn a_snapshot_keeps_what_it_showed() {
    let list = Signal::new(vec![1]);
    let before = list.read();
    list.update(|l| l.push(2));
    assert_eq!(*before, [1]);
    assert_eq!(*list.read(), [1, 2]);
}

#[test]
fn what_is_called_on_a_snapshot_is_called_on_the_value() {
    let name = Signal::new(Some("Ada".to_owned()));
    let letters: Option<usize> = name.read().as_ref().map(String::len);
    let copy: Option<String> = name.read().clone();
    assert_eq!((letters, copy.as_deref()), (Some(3), Some("Ada")));
}

#[test]
fn a_memo_wakes_its_readers_only_when_it_differs() {
    let n = Signal::new(1);
    let even = memo(move || *n.read() % 2 == 0);
    let runs = count(move || {
        let _ = even.read();
    });
    n.set(3);
    assert_eq!(runs.get(), 1);
    n.set(4);
    assert_eq!(runs.get(), 2);
}

#[test]
fn a_memo_of_a_memo_read_inside_a_batch_sees_what_was_written_before() {
    let n = Signal::new(1);
    let double = memo(move || *n.read() * 2);
    let quadruple = memo(move || *double.read() * 2);
    batch(|| {
        n.set(5);
        assert_eq!(*quadruple.read(), 20);
    });
}

#[test]
fn an_effect_sees_no_half_of_a_change() {
    let n = Signal::new(1);
    let twice = memo(move || *n.read() * 2);
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&seen);
    effect(move || log.borrow_mut().push((*n.read(), *twice.read())));
    n.set(2);
    n.set(3);
    assert_eq!(*seen.borrow(), [(1, 2), (2, 4), (3, 6)]);
}

#[test]
fn untracked_reads_are_not_followed() {
    let a = Signal::new(1);
    let runs = count(move || {
        untrack(|| a.read());
        let _ = a.peek();
    });
    a.set(2);
    assert_eq!(runs.get(), 1);
}

#[test]
fn what_an_effect_creates_is_freed_before_it_runs_again() {
    let n = Signal::new(0);
    let inner_runs = Rc::new(Cell::new(0));
    let other = Signal::new(0);
    let log = Rc::clone(&inner_runs);
    effect(move || {
        let _ = n.read();
        let log = Rc::clone(&log);
        effect(move || {
            let _ = other.read();
            log.set(log.get() + 1);
        });
    });
    n.set(1);
    n.set(2);
    assert_eq!(inner_runs.get(), 3);
    other.set(1);
    assert_eq!(inner_runs.get(), 4, "only the newest inner effect is left");
}

#[test]
fn disposing_a_scope_frees_what_it_owns_and_runs_cleanups_last_first() {
    let root = Scope::root();
    let log = Rc::new(RefCell::new(Vec::new()));
    let (signal, stored) = root.run(|| (Signal::new(1), Stored::new(2)));
    for n in 0..3 {
        let log = Rc::clone(&log);
        root.on_cleanup(move || log.borrow_mut().push(n));
    }
    let child = root.child();
    root.dispose();
    assert_eq!(*log.borrow(), [2, 1, 0]);
    assert!(!signal.is_alive() && !child.is_alive());
    let message = catch_unwind(AssertUnwindSafe(|| stored.get())).unwrap_err();
    assert!(message.downcast_ref::<String>().is_some_and(|m| m.contains("after the scope that owned it was disposed")));
}

#[test]
fn provided_values_are_found_by_type_from_the_nearest_scope() {
    let root = Scope::root();
    root.provide(1_i32);
    let child = root.child();
    child.provide("two");
    assert_eq!(child.consume::<i32>(), Some(1));
    child.provide(3_i32);
    assert_eq!(child.child().consume::<i32>(), Some(3));
    assert_eq!(root.consume::<&str>(), None);
    root.dispose();
}

#[test]
fn a_call_settles_when_its_last_task_has_ended_and_no_sooner() {
    let value = Signal::new(0);
    let call = CallScope::new(Rc::new("agent"));
    call.enter(|| {
        spawn_named("save", async move {
            sleep(100.0).await;
            value.set(1);
            spawn_named("index", async move {
                sleep(50.0).await;
                value.set(2);
            });
        });
    });
    host::run_until_idle();
    assert_eq!(call.running(), ["save"]);
    let start = crate::now();
    host::fire_timers(start + 100.0);
    assert_eq!((*value.peek(), call.running()), (1, vec!["index".to_owned()]));
    host::fire_timers(start + 150.0);
    assert!(call.is_idle());
    assert_eq!(*value.peek(), 2);
}

#[test]
fn the_call_scope_holds_across_awaits_and_effects_take_the_scope_that_woke_them() {
    let written = Signal::new(0);
    let seen: Rc<RefCell<Vec<Option<&str>>>> = Rc::default();
    let log = Rc::clone(&seen);
    effect(move || {
        let _ = written.read();
        log.borrow_mut().push(CallScope::current().and_then(|c| c.context::<&str>()).map(|c| *c));
    });
    let call = CallScope::new(Rc::new("agent"));
    call.enter(|| {
        spawn(async move {
            sleep(10.0).await;
            written.set(1);
        });
    });
    host::run_until_idle();
    host::fire_timers(crate::now() + 10.0);
    written.set(2);
    assert_eq!(*seen.borrow(), [None, Some("agent"), None]);
    assert_eq!(call.wrote(), [written.id()]);
}

#[test]
fn a_cancelled_call_does_nothing_more() {
    let value = Signal::new(0);
    let call = CallScope::new(Rc::new(()));
    call.enter(|| {
        spawn(async move {
            sleep(10.0).await;
            value.set(1);
        });
    });
    host::run_until_idle();
    call.cancel();
    host::fire_timers(crate::now() + 20.0);
    assert!(call.is_idle() && *value.peek() == 0);
}

#[test]
fn a_panic_in_update_changes_nothing_and_rollback_undoes_the_rest() {
    let a = Signal::new(vec![1]);
    let b = Signal::new(1);
    let runs = count(move || {
        let _ = (a.read(), b.read());
    });
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        batch(|| {
            b.set(2);
            a.update(|list| {
                list.push(2);
                panic!("in the middle");
            });
        });
    }));
    assert!(outcome.is_err());
    assert_eq!((*b.settled(), b.get()), (1, 2));
    host::rollback();
    assert_eq!((a.get(), b.get()), (vec![1], 1));
    b.set(5);
    assert!(runs.get() >= 2);
    assert_eq!(*b.settled(), 5);
}

#[test]
fn an_effect_that_writes_what_it_reads_is_stopped_with_a_sentence() {
    let n = Signal::new(0);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        effect(move || {
            let now = n.get();
            n.set(now + 1);
        });
    }));
    let message = outcome.unwrap_err();
    assert!(message.downcast_ref::<String>().is_some_and(|m| m.contains("writes a signal that it reads")));
}

#[test]
fn tasks_of_a_disposed_scope_end() {
    let root = Scope::root();
    let value = Signal::new(0);
    root.run(|| {
        spawn(async move {
            sleep(10.0).await;
            value.set(1);
        });
    });
    host::run_until_idle();
    root.dispose();
    host::fire_timers(crate::now() + 10.0);
    assert_eq!(*value.peek(), 0);
    assert_eq!(host::task_count(), 0);
}

#[test]
fn the_host_hears_of_woken_tasks_and_of_new_deadlines() {
    let wakes = Rc::new(Cell::new(0));
    let deadlines: Rc<RefCell<Vec<f64>>> = Rc::default();
    let w = Rc::clone(&wakes);
    host::on_wake(move || w.set(w.get() + 1));
    let d = Rc::clone(&deadlines);
    host::on_timer(move |at| d.borrow_mut().push(at));
    spawn(async { sleep(30.0).await });
    assert_eq!(wakes.get(), 1);
    host::run_until_idle();
    spawn(async { sleep(10.0).await });
    host::run_until_idle();
    let start = crate::now();
    assert_eq!(*deadlines.borrow(), [start + 30.0, start + 10.0]);
    host::fire_timers(start + 30.0);
    assert_eq!(host::task_count(), 0);
}
