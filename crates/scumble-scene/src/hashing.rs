//! Hash tables without randomness: the same program does the same thing in the same order every time.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

/// A map hashed with fixed keys. What it holds comes from the application itself, so nobody can aim at its buckets.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<DefaultHasher>>;

/// A set hashed with fixed keys.
pub(crate) type Set<K> = HashSet<K, BuildHasherDefault<DefaultHasher>>;
