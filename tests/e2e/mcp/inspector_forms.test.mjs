// The inspector over an application that is being written: forms for every kind of argument, tools that come with a
// save, a build that fails.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { launch, newPage } from '../lib/browser.mjs';
import { inspect } from '../lib/inspector.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { writeProject } from '../lib/project.mjs';
import { start } from '../lib/served.mjs';

const code = (commands = '') => `//! Written by a test.
use scumble::prelude::*;

/// How large.
#[scumble::data]
pub enum Size {
    /// As small as it gets.
    Small,
    /// As large as it gets.
    Large,
}

/// Where to.
#[scumble::data]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Place {
    /// A point.
    Point {
        /// To the right.
        x: f64,
        /// Down.
        y: f64,
    },
    /// A name.
    Named {
        /// The name.
        name: String,
    },
}

/// What was said.
#[channel(name = "forms")]
pub struct Forms {
    /// The arguments of the last call, as they arrived.
    #[view]
    said: Signal<String>,
}

impl Forms {
    /// Silence.
    pub fn begin() -> Self {
        Forms { said: Signal::new(String::new()) }
    }
}

#[commands]
impl Forms {
    /// Takes a bit of everything.
    pub fn say(
        &self,
        /// Words.
        text: String,
        /// How often.
        times: Option<u32>,
        /// How loud.
        loud: Option<f64>,
        /// Whether at all.
        really: Option<bool>,
        /// How large.
        size: Option<Size>,
        /// Where to.
        place: Option<Place>,
        /// To whom.
        to: Option<Vec<String>>,
    ) {
        let size = size.map(|size| serde_json_text(&size));
        let place = place.map(|place| serde_json_text(&place));
        self.said.set(format!("{text:?} {times:?} {loud:?} {really:?} {size:?} {place:?} {to:?}"));
    }
${commands}
}

fn serde_json_text<T: std::fmt::Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// The whole application.
#[component]
fn App() -> impl IntoElement {
    heading(2, "Forms")
}

scumble::app!(App, name: "Forms", instructions: "A fixture.", channels: [Forms::begin()]);
`;

describe('the inspector while an application is being written', { timeout: 600_000 }, () => {
  let project;
  let server;
  let browser;
  let agent;
  let inspector;
  before(async () => {
    project = await writeProject('inspected', { 'src/lib.rs': code() });
    server = await start(project.folder, { env: project.env });
    browser = await launch();
    agent = await connect(server);
    const page = await newPage(browser, { reloads: true });
    await page.goto(server.url);
    await until(async () => (await agent.names()).includes('forms_say'), 'the page answers');
    inspector = await inspect(browser, server, { tool: 'forms_say' });
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
    await project?.remove();
  });

  const said = async () => (await agent.ask('forms_view')).said;

  test('what is left empty is left out, and what must be there may be empty', async () => {
    await inspector.press();
    await inspector.answered();
    assert.equal(await said(), '"" None None None None None None');
  });

  test('every kind of argument has its field', async () => {
    const { page } = inspector;
    await inspector.fill('text', 'Two\nlines');
    await inspector.fill('times', '3');
    await inspector.fill('loud', '0.5');
    await inspector.fill('really', 'false');
    await inspector.field('size').selectOption({ index: 2 });
    await inspector.fill('place', 'point');
    await inspector.fill('x', '1');
    await inspector.fill('y', '-2.5');
    await inspector.fill('to', '["a", "b"]');
    await inspector.press();
    await inspector.answered();
    assert.equal(await said(), '"Two\\nlines" Some(3) Some(0.5) Some(false) Some("Large") Some("Point { x: 1.0, y: -2.5 }") Some(["a", "b"])');
  });

  test('the form is carried over to JSON and back, and JSON that is none goes nowhere', async () => {
    const { page } = inspector;
    await page.getByRole('radio', { name: 'JSON' }).check();
    const text = page.getByLabel('Arguments as JSON');
    const given = JSON.parse(await text.inputValue());
    assert.deepEqual(given.place, { kind: 'point', x: 1, y: -2.5 });
    await text.fill('{"text": ');
    const before = await said();
    await inspector.press();
    await page.getByText(/^The arguments are no JSON: /).waitFor();
    assert.equal(await said(), before);
    await text.fill(JSON.stringify({ text: 'By JSON', place: { kind: 'named', name: 'Here' } }));
    await page.getByRole('radio', { name: 'Form' }).check();
    assert.equal(await inspector.field('text').inputValue(), 'By JSON');
    assert.equal(await inspector.field('name').inputValue(), 'Here');
    assert.equal(await inspector.field('times').inputValue(), '');
    await inspector.press();
    await inspector.answered();
    assert.equal(await said(), '"By JSON" None None None None Some("Named { name: \\"Here\\" }") None');
    await inspector.field('to').fill('[1, ');
    await inspector.press();
    await page.getByText(/^input\.to is no JSON: /).waitFor();
    await inspector.field('to').fill('');
    await inspector.fill('times', 'many');
    await inspector.press();
    await page.getByText(/input\.times must be an integer, not string/).first().waitFor();
    await inspector.fill('times', '');
  });

  test('a build that fails is shown with file and line, and is gone when it is put right', async () => {
    const { page } = inspector;
    await inspector.view('Build');
    const panel = page.getByRole('tabpanel', { name: 'Build' });
    await panel.getByText(/^Build \w+ is good\.$/).waitFor();
    const broken = code('    /// Not this.\n    pub fn never(&self) { missing() }\n');
    const line = broken.split('\n').findIndex((text) => text.includes('missing()')) + 1;
    await project.write('src/lib.rs', broken);
    await panel.getByText(new RegExp(`^src/lib\\.rs:${line}:\\d+$`)).first().waitFor({ timeout: 300_000 });
    await panel.getByText(/cannot find function `missing`/).first().waitFor();
    await page.locator('#link[data-state=failed]').waitFor();
    await project.write('src/lib.rs', code('    /// Something new.\n    pub fn novelty(&self) {\n        self.said.set(String::new());\n    }\n'));
    await page.locator('#link[data-state=good]').waitFor({ timeout: 300_000 });
    await page.locator('[data-tool=forms_novelty]').waitFor({ timeout: 30_000 });
    assert.equal(await inspector.field('text').inputValue(), 'By JSON', 'what was filled in is still there');
    assert.match(await inspector.call('forms_novelty'), /ok/);
  });

  test('it finds its server again after a restart', async () => {
    const { port } = new URL(server.url);
    await server.stop();
    await inspector.page.getByText('The server is gone; waiting for it').waitFor();
    server = await start(project.folder, { env: project.env, args: ['--port', port] });
    await inspector.page.locator('#link[data-state=good]').waitFor({ timeout: 30_000 });
    assert.match(await inspector.call('build_status'), /ok/);
  });
});
