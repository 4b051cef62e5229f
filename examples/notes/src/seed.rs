//! The notes the application begins with.

use crate::model::{Attachment, Note, NoteId};

/// Title, text, whether it is pinned, and when it was last changed.
const SEED: &[(&str, &str, bool, &str)] = &[
    (
        "Weekend in the Harz",
        "Train at 8:14 from platform 6, back on Sunday evening.\n\nPack: rain jackets, the small stove, map of the Bode valley.\nAsk Ilse about the key to the hut.",
        true,
        "Today, 9:41",
    ),
    ("Groceries", "Oats\nLemons\nCoffee (the dark one)\nParsley\nEggs, a dozen\nOlive oil", true, "Today, 8:02"),
    (
        "Talk: paint on the CPU",
        "Open with the frame that nobody waits for.\n\n1. What a frame costs when nothing changed\n2. Damage, not layers\n3. Text once, blitted forever\n\nLeave ten minutes for questions.",
        true,
        "Yesterday",
    ),
    (
        "Letter to the landlord",
        "The heating in the back room has been cold since the 12th. I wrote on the 14th and called on the 18th.\n\nPlease name a day this week when someone can come.",
        false,
        "Yesterday",
    ),
    (
        "Bread, third attempt",
        "500 g flour, 360 g water, 10 g salt, 90 g starter.\n\nFold four times, half an hour apart. Cold overnight. Lid on for 25 minutes at 240 degrees, then 20 without.\n\nBetter crust than last time; still too sour.",
        false,
        "Yesterday",
    ),
    (
        "Books to return",
        "The Dispossessed — due on the 4th\nSoil: a biography — due on the 9th\nThe atlas is a reference copy, it stays there.",
        false,
        "28 Nov",
    ),
    ("Bike service", "Rear brake pads, chain, one spoke. Quoted 85, ready on Thursday after four.", false, "28 Nov"),
    ("Names for the cat", "Pixel\nFussel\nMrs Robinson\nQuark\n\nThe children vote on Saturday.", false, "27 Nov"),
    (
        "Meeting with Jonas",
        "He would rather ship the search first and leave the sharing for spring. Agreed, if the import is in.\n\nI owe him: numbers on how many people have more than 200 notes.",
        false,
        "27 Nov",
    ),
    (
        "Garden plan",
        "North bed: peas, then leeks.\nSouth bed: tomatoes under the glass, basil between.\nThe pear gets one more year.",
        false,
        "26 Nov",
    ),
    (
        "Thank-you notes",
        "Aunt Mirjam (the lamp)\nThe Okafors (dinner)\nTheo, who drove us at five in the morning",
        false,
        "26 Nov",
    ),
    (
        "Passport",
        "Photos at the station, 35 x 45 mm. Old passport, birth certificate, 70 in cash. Appointment on the 16th at 10:40, room 214.",
        false,
        "25 Nov",
    ),
    (
        "Running",
        "Tuesday 6 km easy, Thursday hills, Sunday 14 km along the canal. Shoes are at 700 km: new ones before spring.",
        false,
        "25 Nov",
    ),
    (
        "Quote from the workshop",
        "“A map is finished when nobody is lost any more.”\n\nAsk Pernille where it comes from.",
        false,
        "24 Nov",
    ),
    (
        "Rent comparison",
        "Ours: 14.20 per square metre. Same street, number 9: 13.10. Around the corner: 15.80, but with a lift.",
        false,
        "24 Nov",
    ),
    (
        "Soup for six",
        "Two squash, one big onion, ginger, coconut milk, lime. Roast the squash first; it makes all the difference.",
        false,
        "23 Nov",
    ),
    (
        "Piano",
        "Bars 24 to 31 slowly, hands apart. The trill starts on the upper note. Tuner comes on the 3rd.",
        false,
        "22 Nov",
    ),
    (
        "Present for Noor",
        "She mentioned: a head torch, wool socks, that book about eels. Not another mug.",
        false,
        "21 Nov",
    ),
    (
        "Insurance",
        "Claim 20-4471. They want the receipt and two photographs of the ceiling. Sent on the 19th; if nothing by the 30th, call.",
        false,
        "20 Nov",
    ),
    (
        "Ideas for the shed",
        "A window to the west. Shelves on the door. Room for four bicycles if one hangs.",
        false,
        "20 Nov",
    ),
    (
        "Minutes, housing co-op",
        "Present: 11 of 14. The roof is postponed until the offers are in. Marta keeps the keys. Next meeting on 15 January, at ours.",
        false,
        "19 Nov",
    ),
    (
        "French, chapter 7",
        "Imparfait for what used to be, passé composé for what happened. Quand j’étais petit … un jour, il a neigé.",
        false,
        "18 Nov",
    ),
    (
        "Old photographs",
        "The album from 1962 is with Karl. Scan at 600 dpi, both sides, since she wrote on the back of nearly all of them.",
        false,
        "17 Nov",
    ),
    (
        "Sourdough schedule",
        "Feed at 7 and at 19. Use it when it has doubled, not when the recipe says so.",
        false,
        "16 Nov",
    ),
    ("Dentist", "Upper left, only when it is cold. Thursday 8:30.", false, "15 Nov"),
    ("Password hints", "Not here. Ask the safe.", false, "14 Nov"),
    (
        "Questions for the architect",
        "Can the wall between kitchen and hall go?\nWhat does the beam rest on?\nHow long without a kitchen?",
        false,
        "13 Nov",
    ),
    (
        "Film list",
        "Aftersun\nThe Quiet Girl\nPlaytime (again)\nA Separation\nThe one with the lighthouse",
        false,
        "12 Nov",
    ),
    (
        "Tent",
        "Seam tape on the left side is coming off. Two pegs missing. Otherwise good for another summer.",
        false,
        "11 Nov",
    ),
    ("Chess club", "Sicilian against Ruben: he always goes for the quick kingside. Prepare 6. Bg5.", false, "10 Nov"),
    (
        "Honey",
        "Twelve jars from the summer frames, five from the spring. Labels: the year and the field, nothing else.",
        false,
        "9 Nov",
    ),
    ("Winter tyres", "Depth 4 mm, good for this season. Appointment at the garage in the second week.", false, "8 Nov"),
    (
        "Speech for the wedding",
        "Begin with the flood in the cellar, end with the flood in the cellar. Under five minutes. No jokes about the boat.",
        false,
        "6 Nov",
    ),
    (
        "Neighbourhood map",
        "Trees that were cut: corner of Linden and Third, the two by the school. Ask the council when they plant again.",
        false,
        "5 Nov",
    ),
    ("Allergies of the guests", "Amara: nuts. Felix: none, he says. Little Jo: strawberries, perhaps.", false, "3 Nov"),
    ("Radio", "The programme about tides, Wednesday at eight. Episode two was the good one.", false, "2 Nov"),
    ("Knitting", "Cast on 96, rib for 6 cm, then the pattern from the blue book. Needles 4.5.", false, "31 Oct"),
    (
        "Keys",
        "Spare key: with Ilse. Cellar: second hook. The small brass one opens nothing we know of.",
        false,
        "29 Oct",
    ),
    ("What the tide brought", "Three bottles, a boot, a net, one glass float the size of an orange.", false, "27 Oct"),
    ("First note", "This is where it starts. Notes are kept on this device until you save them.", false, "20 Oct"),
];

/// Every note, the newest first.
pub(crate) fn notes() -> Vec<Note> {
    (1..)
        .zip(SEED)
        .map(|(id, (title, body, pinned, changed))| Note {
            id: NoteId(id),
            title: (*title).to_owned(),
            body: (*body).to_owned(),
            pinned: *pinned,
            changed: (*changed).to_owned(),
            attachments: match *title {
                "Insurance" => vec![attachment("ceiling.jpg", 412_332), attachment("receipt.pdf", 88_210)],
                "Passport" => vec![attachment("appointment.pdf", 23_904)],
                _ => Vec::new(),
            },
        })
        .collect()
}

fn attachment(name: &str, size: u32) -> Attachment {
    Attachment { name: name.to_owned(), size }
}
