//! What the kitchen offers agents beside its channels: a recipe put on the list, and the list to take to the shop.

use std::fmt;

use scumble::prelude::*;

use crate::shopping::{Item, Shopping};

/// Put what a recipe takes on the shopping list, for as many people as will eat. Answers what was put there.
#[tool]
pub fn add_recipe(
    cx: ToolCx<'_>,
    /// What it takes.
    ingredients: Vec<Item>,
    /// For how many the recipe is written.
    serves: u32,
    /// How many will eat.
    people: u32,
) -> Result<Vec<Item>, ServesNobody> {
    if serves == 0 {
        return Err(ServesNobody);
    }
    let shopping = cx.channel::<Shopping>();
    let mut added = Vec::new();
    for Item { name, count } in &ingredients {
        // Half an onion is bought whole.
        let count = u64::from(*count) * u64::from(people);
        let count = u32::try_from(count.div_ceil(u64::from(serves))).unwrap_or(u32::MAX);
        shopping.add(name.clone(), Some(count));
        added.push(Item { name: name.clone(), count });
        cx.progress((added.len(), ingredients.len()), name);
    }
    Ok(added)
}

/// A recipe is for somebody.
#[derive(Debug)]
pub struct ServesNobody;

impl fmt::Display for ServesNobody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A recipe serves somebody. Say for how many it is written.")
    }
}

/// The shopping list as one takes it along, a line for each thing.
#[resource(uri = "kitchen://shopping-list")]
pub fn shopping_list(cx: Scope) -> String {
    cx.channel::<Shopping>().items().iter().map(|Item { name, count }| format!("{count} × {name}\n")).collect()
}
