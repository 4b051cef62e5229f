//! The shopping list.

use std::fmt;

use scumble::{Signal, channel, commands, data};

/// One thing to buy.
#[data]
pub struct Item {
    /// What it is.
    pub name: String,
    /// How many of it.
    pub count: u32,
}

/// What has to be bought.
#[channel(name = "shopping")]
pub struct Shopping {
    /// Everything on the list, as it was added.
    #[view]
    items: Signal<Vec<Item>>,
}

/// There is nothing of this name on the list.
#[derive(Debug)]
pub struct NotOnTheList(String);

impl fmt::Display for NotOnTheList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not on the list. Read shopping_view for what is.", self.0)
    }
}

impl Shopping {
    /// An empty list.
    pub fn open() -> Shopping {
        Shopping { items: Signal::new(Vec::new()) }
    }

    /// What is on it; followed where it is read.
    pub fn items(&self) -> Vec<Item> {
        self.items.get()
    }
}

#[commands]
impl Shopping {
    /// Put something on the list, or more of what is on it.
    pub fn add(
        &self,
        /// What it is.
        name: String,
        /// How many; 1 if left out.
        count: Option<u32>,
    ) {
        let more = count.unwrap_or(1);
        self.items.update(|items| match items.iter_mut().find(|item| item.name == name) {
            Some(item) => item.count = item.count.saturating_add(more),
            None => items.push(Item { name, count: more }),
        });
    }

    /// Take something off the list.
    #[command(idempotent)]
    pub fn remove(
        &self,
        /// What it is called on the list.
        name: String,
    ) -> Result<(), NotOnTheList> {
        if !self.items.read().iter().any(|item| item.name == name) {
            return Err(NotOnTheList(name));
        }
        self.items.update(|items| items.retain(|item| item.name != name));
        Ok(())
    }

    /// Throw the whole list away.
    #[command(destructive, confirm)]
    pub fn clear(&self) {
        self.items.set(Vec::new());
    }
}
