// Never old code for new: what is asked for right after a save is of what was saved, or says why it is not.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { launch, newPage } from '../lib/browser.mjs';
import { connect, textOf, until } from '../lib/mcp.mjs';
import { see } from '../lib/person.mjs';
import { writeProject } from '../lib/project.mjs';
import { start } from '../lib/served.mjs';

/** How many saves; each is built, loaded and asked for. */
const EDITS = Number(process.env.SCUMBLE_EDITS ?? 100);

const lib = (words) => `//! Written by a test.
mod part;

use scumble::prelude::*;

/// What is counted.
#[channel(name = "teller")]
pub struct Teller {
    /// What was told last.
    #[view]
    told: Signal<String>,
}

impl Teller {
    /// From the beginning.
    pub fn begin() -> Self {
        Teller { told: Signal::new(String::new()) }
    }
}

#[commands]
impl Teller {
    /// Tells what the code says.
    pub fn tell(&self) {
        self.told.set(${words}.to_owned());
    }
}

/// The whole application.
#[component]
fn App() -> impl IntoElement {
    column().child(heading(2, ${words})).child(text(part::words()))
}

scumble::app!(App, name: "Edited", instructions: "A fixture.", channels: [Teller::begin()]);
`;

const part = (words) => `//! A part.

/// The words.
pub(crate) fn words() -> &'static str {
    ${words}
}
`;

/** The ways to see what a page is made of; each gives text in which the words of the code stand. */
const WAYS = [
  ['the live screen drawn', async (agent) => textOf(await agent.run('render_frame'))],
  ['a module drawn', async (agent) => textOf(await agent.run('render_frame', { module: 'src/lib', export: 'App' }))],
  ['the outline', async (agent) => textOf(await agent.run('ui_snapshot'))],
  ['a command', async (agent) => textOf(await agent.run('teller_tell'))],
];

/** What is said instead of an answer of old code. */
const LATE = /^\[SC\d+\] The (build of the sources as they are now has not ended|page has not loaded build \w+) within \d+ s\./;

describe('after a save', { timeout: 1_800_000 }, () => {
  let project;
  let server;
  let browser;
  let page;
  let agent;

  before(async () => {
    project = await writeProject('edited', { 'src/lib.rs': lib('"Edit 0"'), 'src/part.rs': part('"Part 0"') });
    server = await start(project.folder, { env: project.env });
    [browser, agent] = await Promise.all([launch(), connect(server)]);
    page = await newPage(browser, { reloads: true });
    await page.goto(server.url);
    await see(page, 'heading', 'Edit 0', { timeout: 15_000 });
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
    await project?.remove();
  });

  const save = (words) => project.write('src/lib.rs', lib(`"${words}"`));
  const savePart = (words) => project.write('src/part.rs', part(`"${words}"`));
  const outline = async () => {
    const said = textOf(await agent.run('ui_snapshot'));
    if (!LATE.test(said)) return said;
    await agent.ask('build_status');
    return outline();
  };

  test(`what is asked for at once is of the new code, ${EDITS} times`, async () => {
    const stale = [];
    let late = 0;
    const begun = performance.now();
    for (let edit = 1; edit <= EDITS; edit++) {
      const [what, look] = WAYS[edit % WAYS.length];
      // Its own words and no longer ones: "Edit 1" stands in "Edit 10".
      await save(`Edit ${edit}.`);
      let said = await look(agent);
      while (LATE.test(said)) {
        // No old code either: on a busy machine a build can take longer than a call waits for it.
        late++;
        await agent.ask('build_status');
        said = await look(agent);
      }
      if (!said.includes(`Edit ${edit}.`)) stale.push(`${what} after edit ${edit}: ${said.slice(0, 200)}`);
    }
    const seconds = (performance.now() - begun) / 1000;
    console.log(`${EDITS} edits, ${stale.length} stale, ${late} asked again, ${(seconds / EDITS).toFixed(2)} s a save to its answer`);
    assert.deepEqual(stale, []);
  });

  test('two files saved at the same moment are both in the answer', async () => {
    for (let round = 1; round <= 3; round++) {
      await Promise.all([save(`Both ${round}.`), savePart(`Half ${round}.`)]);
      const said = await outline();
      assert.ok(said.includes(`Both ${round}.`) && said.includes(`Half ${round}.`), said);
    }
  });

  test('saves in a row are answered with the last, however little lies between them', async () => {
    for (const pause of [0, 5, 30, 120, 400, 900]) {
      for (const words of ['first', 'second', 'third']) {
        await save(`The ${words} after ${pause}.`);
        await new Promise((done) => setTimeout(done, pause));
      }
      const said = await outline();
      assert.ok(said.includes(`The third after ${pause}.`), said);
    }
  });

  test('a save while a call waits for the build of the one before is in its answer', async () => {
    await save('Not yet.');
    const asked = outline();
    await until(async () => (await agent.ask('build_status', { wait: false })).running, 'the build runs');
    await save('By now.');
    const said = await asked;
    assert.ok(said.includes('By now.') || said.includes('Not yet.'), said);
    assert.ok((await outline()).includes('By now.'));
  });

  test('a save back to the old text shows the old text, and is the build it was', async () => {
    await save('There.');
    assert.ok((await outline()).includes('There.'));
    const { summary } = await agent.ask('build_status');
    await save('And away.');
    await new Promise((done) => setTimeout(done, 150));
    await save('There.');
    assert.ok((await outline()).includes('There.'));
    assert.equal((await agent.ask('build_status')).summary.id, summary.id);
    await save('And away.');
    assert.ok((await outline()).includes('And away.'));
    await save('There.');
    assert.ok((await outline()).includes('There.'));
    assert.equal((await agent.ask('build_status')).summary.id, summary.id);
  });

  test('a new file is in the next answer, and one that is gone is a failure', async () => {
    await project.write('src/more.rs', '//! More.\n\n/// Text.\npub(crate) const TEXT: &str = "From a new file.";\n');
    await project.write('src/part.rs', part('crate::more::TEXT'));
    await project.write('src/lib.rs', lib('"With more."').replace('mod part;', 'mod more;\nmod part;'));
    const said = await outline();
    assert.ok(said.includes('From a new file.'), said);
    await project.erase('src/more.rs');
    const module = await agent.run('render_frame', { module: 'src/lib', export: 'App' });
    assert.ok(module.isError);
    assert.match(textOf(module), /^\[SC0405\] The newest build [0-9a-f]+ failed at src\/lib\.rs:\d+\./);
    await save('Without more.');
    await savePart('Part again.');
    assert.ok((await outline()).includes('Without more.'));
  });

  test('which pages are open, and which one answers, is told and changed while a build runs', async () => {
    const [tab] = (await agent.ask('tabs')).tabs;
    await save('In a while.');
    const order = [];
    const asked = outline().then((said) => order.push('outline') && said);
    const quick = (async () => {
      await agent.ask('tabs');
      await agent.ask('tab_use', { id: tab.id });
      await agent.ask('tab_use');
      await agent.ask('build_status', { wait: false });
      order.push('tabs');
    })();
    const [said] = await Promise.all([asked, quick]);
    assert.deepEqual(order, ['tabs', 'outline']);
    assert.ok(said.includes('In a while.'));
  });

  test('a picture of a component that does not compile is refused, since the old would be taken for it', async () => {
    await project.write('src/part.rs', part('missing'));
    const module = await agent.run('render_frame', { module: 'src/lib', export: 'App' });
    assert.ok(module.isError);
    assert.match(module.content[0].text, /^\[SC0405\] The newest build [0-9a-f]+ failed at src\/part\.rs:5\. A picture of the code before it would be taken for the new/);
    assert.match(textOf(module), /cannot find value `missing`/);
    await savePart('Mended.');
    assert.ok((await outline()).includes('Mended.'));
  });
});
