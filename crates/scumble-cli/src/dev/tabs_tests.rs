//! Tests of [`super`].

use std::time::{Duration, Instant};

use scumble_protocol::wire::{Document, Reply, ToPage};
use scumble_protocol::{AgentDocument, Change, Resource};
use tokio::sync::mpsc;

use super::{About, Answering, Catalogue, Event, Tabs};

fn about(id: &str, front: f64) -> About {
    About { id: id.into(), front, build: Some("b".into()), ..About::default() }
}

fn catalogue(uri: &str) -> Catalogue {
    let resource = Resource { uri: uri.into(), name: uri.into(), description: String::new(), mime_type: String::new() };
    Catalogue { resources: vec![resource], ..Catalogue::default() }
}

struct Page {
    connection: u64,
    id: String,
    told: mpsc::UnboundedReceiver<ToPage>,
}

fn open(tabs: &Tabs, id: &str, front: f64) -> Page {
    let (link, told) = mpsc::unbounded_channel();
    let (connection, id) = tabs.arrive(about(id, front), Some(catalogue("scumble://x")), link);
    Page { connection, id, told }
}

fn answers(tabs: &Tabs, page: &Page) -> bool {
    matches!(tabs.answering(), Answering::Ready { connection, .. } if connection == page.connection)
}

fn read(id: u64) -> ToPage {
    ToPage::Read { id, uri: "scumble://x".into(), caller: scumble_protocol::Caller::by(scumble_protocol::Door::Mcp) }
}

fn done() -> Event {
    Event::Answered(Reply::Document(Document::from(AgentDocument::new().text("Done."))))
}

#[test]
fn the_page_brought_to_the_front_last_answers_and_closing_it_hands_back() {
    let tabs = Tabs::new();
    assert_eq!(tabs.answering(), Answering::Nobody);
    let old = open(&tabs, "", 1.0);
    let new = open(&tabs, "", 2.0);
    assert!(answers(&tabs, &new));
    tabs.seen(old.connection, true, 3.0, String::new(), String::new());
    assert!(answers(&tabs, &old));
    tabs.seen(old.connection, false, 3.0, String::new(), String::new());
    assert!(answers(&tabs, &old), "hidden or not");
    tabs.depart(old.connection);
    assert!(answers(&tabs, &new));
    tabs.depart(new.connection);
    assert_eq!(tabs.answering(), Answering::Nobody);
    assert_eq!(tabs.catalogue().resources.len(), 1, "what was offered last is listed on");
}

#[test]
fn a_fixed_page_answers_until_it_is_closed_or_let_go() {
    let tabs = Tabs::new();
    let old = open(&tabs, "", 1.0);
    let new = open(&tabs, "", 2.0);
    assert_eq!(tabs.fix(Some("t9".into())), Err(vec![old.id.clone(), new.id.clone()]));
    tabs.fix(Some(old.id.clone())).expect("it is open");
    assert!(answers(&tabs, &old));
    tabs.fix(None).expect("none is always there");
    assert!(answers(&tabs, &new));
    tabs.fix(Some(old.id.clone())).expect("it is open");
    tabs.depart(old.connection);
    assert!(answers(&tabs, &new));
}

#[tokio::test]
async fn a_call_is_lost_with_the_page_and_says_how_it_went() {
    for (leave, freeze, said) in [
        (
            Some("reloaded"),
            false,
            "The page was reloaded while notes_save was running; whether it was carried out is not known.",
        ),
        (
            None,
            false,
            "The page went away without a word (it crashed, or its connection broke) while notes_save was running; whether it was carried out is not known.",
        ),
        (
            None,
            true,
            "The page was frozen by the browser while notes_save was running; whether it was carried out is not known.",
        ),
    ] {
        let tabs = Tabs::new();
        let page = open(&tabs, "", 1.0);
        let mut flight = tabs.send(page.connection, "notes_save", read).expect("it is open");
        if let Some(how) = leave {
            tabs.leaves(page.connection, how.into());
        }
        if freeze {
            tabs.freeze(page.connection, true);
        } else {
            tabs.depart(page.connection);
        }
        let Some(Event::Lost(error)) = flight.next().await else { panic!("it is answered at once") };
        assert_eq!(error.message, said);
    }
}

#[tokio::test]
async fn an_answer_counts_only_from_the_page_that_was_asked_and_once() {
    let tabs = Tabs::new();
    let (asked, other) = (open(&tabs, "", 1.0), open(&tabs, "", 2.0));
    let mut flight = tabs.send(asked.connection, "x", read).expect("it is open");
    let id = flight.id;
    tabs.tell(other.connection, id, done());
    assert!(!tabs.is_idle(asked.connection));
    tabs.tell(asked.connection, id, Event::Progress { progress: 1.0, total: None, message: String::new() });
    tabs.tell(asked.connection, id, done());
    tabs.tell(asked.connection, id, done());
    assert!(matches!(flight.next().await, Some(Event::Progress { .. })));
    assert!(matches!(flight.next().await, Some(Event::Answered(_))));
    assert!(flight.next().await.is_none());
    assert!(tabs.is_idle(asked.connection));
}

#[tokio::test]
async fn a_call_nobody_waits_for_is_cancelled_in_the_page() {
    let tabs = Tabs::new();
    let mut page = open(&tabs, "", 1.0);
    let flight = tabs.send(page.connection, "x", read).expect("it is open");
    let sent = flight.id;
    drop(flight);
    let mut told = Vec::new();
    while let Ok(message) = page.told.try_recv() {
        told.push(message);
    }
    assert_eq!(told.last(), Some(&ToPage::Cancel { id: sent }));
}

#[test]
fn a_page_that_was_told_to_reload_is_waited_for_and_keeps_its_id() {
    let tabs = Tabs::new();
    let page = open(&tabs, "", 1.0);
    tabs.reloading(page.connection, "c".into());
    assert_eq!(tabs.answering(), Answering::NotYet);
    tabs.leaves(page.connection, "reloaded".into());
    assert_eq!(tabs.answering(), Answering::NotYet, "it goes, and is not gone");
    tabs.depart(page.connection);
    assert_eq!(tabs.answering(), Answering::NotYet);
    let back = open(&tabs, &page.id, 1.0);
    assert_eq!(back.id, page.id);
    assert!(answers(&tabs, &back));
}

#[test]
fn a_page_in_front_that_reloads_is_waited_for_though_others_are_open() {
    let tabs = Tabs::new();
    let behind = open(&tabs, "", 1.0);
    let front = open(&tabs, "", 2.0);
    for page in [&behind, &front] {
        tabs.reloading(page.connection, "c".into());
        tabs.depart(page.connection);
    }
    let first_back = open(&tabs, &behind.id, 1.0);
    assert_eq!(tabs.answering(), Answering::NotYet);
    let back = open(&tabs, &front.id, 2.0);
    assert!(answers(&tabs, &back) && !answers(&tabs, &first_back));
}

#[test]
fn a_duplicated_tab_gets_an_id_of_its_own() {
    let tabs = Tabs::new();
    let page = open(&tabs, "", 1.0);
    let copy = open(&tabs, &page.id, 2.0);
    assert_ne!(copy.id, page.id);
}

#[test]
fn only_the_page_that_answers_is_heard_and_only_differences_are_told() {
    let tabs = Tabs::new();
    let mut changes = tabs.changes();
    let pages: Vec<Page> = (0..10).map(|at| open(&tabs, "", f64::from(at))).collect();
    let mut told = Vec::new();
    while let Ok(change) = changes.try_recv() {
        told.push(change);
    }
    assert_eq!(told.iter().filter(|change| **change == Change::Resources).count(), 1, "{told:?}");
    tabs.updated(pages[0].connection, "scumble://x".into());
    assert!(changes.try_recv().is_err());
    tabs.updated(pages[9].connection, "scumble://x".into());
    assert_eq!(changes.try_recv().ok(), Some(Change::Updated("scumble://x".into())));
}

#[test]
fn pages_of_the_server_before_are_on_their_way_until_they_are_late() {
    let tabs = Tabs::new();
    assert_eq!(tabs.answering(), Answering::Nobody);
    tabs.expect(Instant::now() + Duration::from_secs(60));
    assert_eq!(tabs.answering(), Answering::NotYet);
    let page = open(&tabs, "t1", 1.0);
    assert!(answers(&tabs, &page));
    tabs.depart(page.connection);
    tabs.expect(Instant::now());
    assert_eq!(tabs.answering(), Answering::Nobody);
}

#[test]
fn a_page_that_panicked_before_it_offered_anything_is_down_until_it_offers_something() {
    let tabs = Tabs::new();
    let (link, _told) = mpsc::unbounded_channel();
    let (connection, _) = tabs.arrive(about("", 1.0), None, link);
    assert_eq!(tabs.answering(), Answering::NotYet);
    tabs.panicked(connection, "No kettle.");
    let down = Answering::Down { build: Some("b".into()), said: "No kettle.".into() };
    assert_eq!(tabs.answering(), down);
    tabs.offer(connection, catalogue("scumble://x"));
    assert!(matches!(tabs.answering(), Answering::Ready { .. }));
    tabs.panicked(connection, "No kettle.");
    assert!(matches!(tabs.answering(), Answering::Ready { .. }), "it is mounted again");
}
