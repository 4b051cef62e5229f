//! The table of refs: `eN` names a node for as long as it lives, and is never given to another.
//!
//! Knows nodes only by an id, a role, a name and an identity (the path of keys to it); who reads the
//! screen says which nodes live. Numbers only rise, what is gone is remembered for a while so that an
//! answer can say what it was, and the table can be written down and read back after a remount.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use serde_json::{Value, json};

/// How many refs of nodes that are gone are remembered.
const MOST_GONE: usize = 2_000;

/// What a ref stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record<K> {
    /// The node, while it lives.
    pub(crate) node: Option<K>,
    /// Its role when it was last seen.
    pub(crate) role: String,
    /// Its name when it was last seen.
    pub(crate) name: String,
    /// What made it go, as the end of a sentence (`since "Close" was pressed`), if that is known.
    pub(crate) gone: Option<String>,
    identity: String,
    anchor: Anchor,
}

/// Where a node is found again: its path of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The path.
    pub(crate) path: String,
    /// What makes a new node at this path the same thing.
    pub(crate) anchor: Anchor,
}

/// What holds a node's identity when the node itself is made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its own key: a node of the same role at this path is the same thing.
    Own,
    /// The key of something it stands in: of the same role and name it is the same thing.
    Around,
    /// Nothing but its place: only after a remount, and of the same role and name, is it taken for the same.
    Place,
}

impl Anchor {
    /// Whether a node that reads like this is what the record was.
    fn admits<K>(self, record: &Record<K>, role: &str, name: &str) -> bool {
        record.role == role && (self == Anchor::Own || record.name == name)
    }

    fn to_number(self) -> u8 {
        match self {
            Anchor::Own => 2,
            Anchor::Around => 1,
            Anchor::Place => 0,
        }
    }

    fn from_number(number: u64) -> Anchor {
        match number {
            2 => Anchor::Own,
            1 => Anchor::Around,
            _ => Anchor::Place,
        }
    }
}

/// Refs by number.
#[derive(Clone, Debug)]
pub(crate) struct RefTable<K> {
    last: u32,
    /// By number, rising.
    records: Vec<(u32, Record<K>)>,
    by_node: HashMap<K, u32>,
    /// Keyed nodes that are gone: they may come back under the same key.
    absent: HashMap<String, u32>,
    gone: VecDeque<u32>,
}

impl<K> Default for RefTable<K> {
    fn default() -> Self {
        RefTable {
            last: 0,
            records: Vec::new(),
            by_node: HashMap::new(),
            absent: HashMap::new(),
            gone: VecDeque::new(),
        }
    }
}

impl<K: Copy + Eq + Hash> RefTable<K> {
    /// The ref's number of a node that is on the screen now; a new number at first sight.
    pub(crate) fn number(&mut self, node: K, role: &str, name: &str, identity: impl FnOnce() -> Identity) -> u32 {
        if let Some(&number) = self.by_node.get(&node) {
            if let Some(record) = self.record(number) {
                if record.role != role {
                    record.role = role.to_string();
                }
                if record.name != name {
                    record.name = name.to_string();
                }
            }
            return number;
        }
        let identity = identity();
        let back = self.absent.get(&identity.path).copied().filter(|_| identity.anchor != Anchor::Place);
        let number = match back
            .filter(|number| self.get(*number).is_some_and(|record| identity.anchor.admits(record, role, name)))
        {
            Some(number) => {
                self.absent.remove(&identity.path);
                self.gone.retain(|&gone| gone != number);
                number
            }
            None => {
                self.last += 1;
                self.last
            }
        };
        self.by_node.insert(node, number);
        self.put(
            number,
            Record {
                node: Some(node),
                role: role.into(),
                name: name.into(),
                gone: None,
                identity: identity.path,
                anchor: identity.anchor,
            },
        );
        number
    }

    /// Notes which nodes live no more, and what made them go.
    pub(crate) fn forget_dead(&mut self, is_alive: impl Fn(K) -> bool, cause: Option<&str>) {
        let dead: Vec<(K, u32)> =
            self.by_node.iter().filter(|&(&node, _)| !is_alive(node)).map(|(&node, &number)| (node, number)).collect();
        for (node, number) in dead {
            self.by_node.remove(&node);
            if let Ok(at) = self.at(number) {
                let record = &mut self.records[at].1;
                record.node = None;
                record.gone = cause.map(str::to_string);
                if record.anchor != Anchor::Place {
                    self.absent.insert(record.identity.clone(), number);
                }
            }
            self.gone.push_back(number);
        }
        let too_many = self.gone.len().saturating_sub(MOST_GONE);
        if too_many == 0 {
            return;
        }
        let forgotten: Vec<u32> = self.gone.drain(..too_many).collect();
        let mut is_forgotten = vec![false; self.records.len()];
        for number in forgotten {
            if let Ok(at) = self.at(number) {
                self.absent.remove(&self.records[at].1.identity);
                is_forgotten[at] = true;
            }
        }
        // All of them in one pass.
        let mut is_forgotten = is_forgotten.into_iter();
        self.records.retain(|_| is_forgotten.next() != Some(true));
    }

    fn at(&self, number: u32) -> Result<usize, usize> {
        self.records.binary_search_by_key(&number, |(number, _)| *number)
    }

    fn record(&mut self, number: u32) -> Option<&mut Record<K>> {
        self.at(number).ok().map(|at| &mut self.records[at].1)
    }

    /// Puts a record where its number belongs, mostly the end: numbers only rise.
    fn put(&mut self, number: u32, record: Record<K>) {
        match self.at(number) {
            Ok(at) => self.records[at].1 = record,
            Err(at) => self.records.insert(at, (number, record)),
        }
    }

    /// What a ref stands for or stood for; `None` for one that was never given, or long ago.
    pub(crate) fn get(&self, number: u32) -> Option<&Record<K>> {
        self.at(number).ok().map(|at| &self.records[at].1)
    }

    /// The number of a node that has one.
    pub(crate) fn of(&self, node: K) -> Option<u32> {
        self.by_node.get(&node).copied()
    }

    /// Whether this number was ever given.
    pub(crate) fn was_given(&self, number: u32) -> bool {
        number >= 1 && number <= self.last
    }

    /// The table as JSON, for a remount.
    pub(crate) fn to_json(&self) -> Value {
        let records: Vec<Value> = self
            .records
            .iter()
            .map(|(number, record)| {
                json!([
                    number,
                    record.role,
                    record.name,
                    record.identity,
                    record.anchor.to_number(),
                    record.node.is_some()
                ])
            })
            .collect();
        json!({ "last": self.last, "refs": records })
    }

    /// A table written by [`RefTable::to_json`]; every node is absent until [`RefTable::rebind`]. What does not read is left out.
    pub(crate) fn from_json(value: &Value) -> RefTable<K> {
        let mut table = RefTable {
            last: value["last"].as_u64().and_then(|last| u32::try_from(last).ok()).unwrap_or(0),
            ..RefTable::default()
        };
        for row in value["refs"].as_array().into_iter().flatten() {
            let (Some(number), Some(role), Some(name), Some(identity), Some(anchor)) = (
                row[0].as_u64().and_then(|number| u32::try_from(number).ok()),
                row[1].as_str(),
                row[2].as_str(),
                row[3].as_str(),
                row[4].as_u64(),
            ) else {
                continue;
            };
            table.last = table.last.max(number);
            table.put(
                number,
                Record {
                    node: None,
                    role: role.into(),
                    name: name.into(),
                    gone: None,
                    identity: identity.into(),
                    anchor: Anchor::from_number(anchor),
                },
            );
            if row[5].as_bool() == Some(true) {
                // Lived until the remount: to be bound, ahead of everything that was gone before.
                table.absent.insert(identity.into(), number);
            }
        }
        table.gone = table.records.iter().map(|(number, _)| *number).collect();
        table
    }

    /// After a remount: binds every ref whose node `find` finds again, with the node's role and name now.
    ///
    /// A node without a key of its own is taken for the same only if role and name are the same too.
    pub(crate) fn rebind(&mut self, find: impl Fn(&str) -> Option<(K, String, String)>) {
        let waiting: Vec<(String, u32)> = self.absent.iter().map(|(path, &number)| (path.clone(), number)).collect();
        for (path, number) in waiting {
            let Ok(at) = self.at(number) else { continue };
            let record = &mut self.records[at].1;
            let found = find(&path).filter(|(node, role, name)| {
                !self.by_node.contains_key(node) && record.anchor.admits(record, role, name)
            });
            match found {
                Some((node, _, name)) => {
                    record.node = Some(node);
                    record.name = name;
                    self.by_node.insert(node, number);
                    self.absent.remove(&path);
                    self.gone.retain(|&gone| gone != number);
                }
                None => {
                    record.gone = Some("since the application was loaded again".into());
                    if record.anchor == Anchor::Place {
                        self.absent.remove(&path);
                    }
                }
            }
        }
    }
}

/// The number of a ref as an agent writes it: 7 for `e7` (also with its brackets).
pub(crate) fn parse(text: &str) -> Option<u32> {
    let digits = text.trim().trim_start_matches('[').trim_end_matches(']').strip_prefix('e')?;
    if digits.starts_with('0') || digits.starts_with('+') {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str, keyed: bool) -> Identity {
        Identity { path: path.into(), anchor: if keyed { Anchor::Own } else { Anchor::Place } }
    }

    fn seen(table: &mut RefTable<u64>, node: u64, name: &str, path: &str, keyed: bool) -> u32 {
        table.number(node, "button", name, || at(path, keyed))
    }

    #[test]
    fn a_node_keeps_its_ref_though_its_name_and_place_change() {
        let mut table = RefTable::default();
        assert_eq!(seen(&mut table, 7, "Save", "root/0", false), 1);
        assert_eq!(seen(&mut table, 8, "Close", "root/1", false), 2);
        assert_eq!(seen(&mut table, 7, "Saved", "root/5", false), 1);
        assert_eq!(table.get(1).map(|record| record.name.as_str()), Some("Saved"));
    }

    #[test]
    fn a_dead_ref_is_never_given_to_another_and_says_what_it_was() {
        let mut table = RefTable::default();
        seen(&mut table, 7, "Save", "root/0", false);
        table.forget_dead(|_| false, Some("since \"Close\" was pressed"));
        assert_eq!(seen(&mut table, 9, "Save", "root/0", false), 2);
        let record = table.get(1).expect("what is gone is remembered");
        assert_eq!((record.node, record.gone.as_deref()), (None, Some("since \"Close\" was pressed")));
    }

    #[test]
    fn a_keyed_row_that_scrolled_out_and_back_has_its_ref_again() {
        let mut table = RefTable::default();
        assert_eq!(seen(&mut table, 1, "Shopping", "list/#12", true), 1);
        table.forget_dead(|_| false, None);
        assert_eq!(seen(&mut table, 2, "Holiday", "list/#13", true), 2);
        assert_eq!(seen(&mut table, 3, "Shopping list", "list/#12", true), 1);
    }

    #[test]
    fn a_button_of_a_keyed_row_is_the_same_again_only_if_it_is_called_the_same() {
        let mut table = RefTable::default();
        let button = |table: &mut RefTable<u64>, node, name| {
            table.number(node, "button", name, || Identity { path: "list/#12/box.0".into(), anchor: Anchor::Around })
        };
        assert_eq!(button(&mut table, 1, "Pin"), 1);
        table.forget_dead(|_| false, None);
        assert_eq!(button(&mut table, 2, "Pin"), 1);
        table.forget_dead(|_| false, None);
        assert_eq!(button(&mut table, 3, "Unpin"), 2);
    }

    #[test]
    fn what_is_gone_is_remembered_only_for_a_while() {
        let mut table = RefTable::default();
        for node in 0..3_000 {
            seen(&mut table, node, "Row", &format!("list/#{node}"), true);
            table.forget_dead(|_| false, None);
        }
        assert_eq!((table.records.len(), table.absent.len(), table.by_node.len()), (2_000, 2_000, 0));
        assert!(table.get(1).is_none() && table.was_given(1) && !table.was_given(3_001));
    }

    #[test]
    fn refs_are_carried_over_a_remount_where_the_key_is_the_same() {
        let mut table = RefTable::default();
        seen(&mut table, 1, "Shopping", "list/#12", true);
        seen(&mut table, 2, "Save", "root/0", false);
        seen(&mut table, 3, "Delete", "root/1", false);
        seen(&mut table, 4, "Gone", "list/#99", true);
        let mut again: RefTable<u64> = RefTable::from_json(&table.to_json());
        again.rebind(|path| match path {
            "list/#12" => Some((101, "button".into(), "Shopping list".into())),
            "root/0" => Some((102, "button".into(), "Save".into())),
            "root/1" => Some((103, "button".into(), "Open".into())),
            _ => None,
        });
        assert_eq!(again.of(101), Some(1));
        assert_eq!(again.of(102), Some(2));
        assert_eq!(again.of(103), None, "another control stands at that place now");
        assert_eq!(
            again.get(4).and_then(|record| record.gone.as_deref()),
            Some("since the application was loaded again")
        );
        assert_eq!(seen(&mut again, 103, "Open", "root/1", false), 5);
    }

    #[test]
    fn refs_are_read_as_agents_write_them() {
        assert_eq!([parse("e7"), parse("[e7]"), parse(" e12 ")], [Some(7), Some(7), Some(12)]);
        assert_eq!([parse("7"), parse("e"), parse("e-1"), parse("e07"), parse("root/1")], [None; 5]);
    }
}
