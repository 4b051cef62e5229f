// What a page holds is there again after a save: what was typed, selected, scrolled, opened, chosen, focused, and what the
// channels hold. What does not fit the new code any more begins anew, alone, and that is said.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { launch, newPage } from '../lib/browser.mjs';
import { connect, textOf, until } from '../lib/mcp.mjs';
import { control, fill, focused, press, see } from '../lib/person.mjs';
import { writeProject } from '../lib/project.mjs';
import { start } from '../lib/served.mjs';

const code = (words, { key = 'u32', initial = '0', more = '', before = '', wrap = (field) => field } = {}) => `//! Written by a test.
use scumble::prelude::*;

/// What is counted.
#[channel(name = "counter")]
pub struct Counter {
    /// How many.
    #[view]
    count: Signal<${key}>,
    /// What for.
    #[view]
    label: Signal<String>,
}

impl Counter {
    /// From the beginning.
    pub fn begin() -> Self {
        Counter { count: Signal::new(${initial}), label: Signal::new(String::new()) }
    }
}

#[commands]
impl Counter {
    /// Sets both.
    pub fn set(&self, count: ${key}, label: String) {
        self.count.set(count);
        self.label.set(label);
    }
}

/// The whole application.
#[component]
fn App() -> impl IntoElement {
    let typed = Signal::new(String::new());
    let chosen = Signal::new(0_u32);
    let asks = Signal::new(false);
    ${more}
    column()
        ${before}
        .child(heading(2, ${words}))
        .child(${wrap('text_field("Draft", typed).on_input(move |text| typed.set(text))')})
        .child(
            row()
                .child(button("First").on_press(move |_| chosen.set(0)))
                .child(button("Second").on_press(move |_| chosen.set(1)))
                .child(button("Ask").on_press(move |_| asks.set(true))),
        )
        .child(show(move || chosen.get() == 1, || text("The second is shown")))
        .child(scroll_area(column().children((0..200).map(|number| text(format!("Row {number}"))))))
        .child(dialog(move || asks.get(), "Sure?", move || button("No").on_press(move |_| asks.set(false))))
}

scumble::app!(App, name: "Holding", instructions: "A fixture.", channels: [Counter::begin()]);
`;

describe('the state of a page after a save', { timeout: 600_000 }, () => {
  let project;
  let server;
  let browser;
  let page;
  let agent;

  const save = (words, options) => project.write('src/lib.rs', code(`"${words}"`, options));
  const outline = async (options = {}) => textOf(await agent.run('ui_snapshot', options));
  /** Saves, and waits until the page shows it. */
  const shown = async (words, options) => {
    await save(words, options);
    // Whatever else compiles on the machine.
    await agent.ask('build_status');
    await until(async () => (await outline()).includes(`heading "${words}"`), `${words} is shown`);
  };
  /** Where a row is, from the top. */
  const top = async (row) => Number((await outline({ boxes: true, find: row })).match(new RegExp(`"${row}".*\\[-?[\\d.]+,(-?[\\d.]+),`))?.[1]);

  before(async () => {
    project = await writeProject('holding', { 'src/lib.rs': code('"Begun"') });
    server = await start(project.folder, { env: project.env });
    [browser, agent] = await Promise.all([launch(), connect(server)]);
    page = await newPage(browser, { reloads: true });
    await page.goto(server.url);
    await see(page, 'heading', 'Begun', { timeout: 15_000 });
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
    await project?.remove();
  });

  test('half a sentence with its selection, focus, the scroll place, what was chosen, and the channels’ values', async () => {
    await agent.ask('counter_set', { count: 7, label: 'Seven' });
    await press(page, 'button', 'Second');
    await agent.ask('ui_scroll', { role: 'text', name: 'Row 150' });
    const place = await top('Row 150');
    assert.ok(place > 0 && place < 800, `it is in view, at ${place}`);
    await fill(page, 'Draft', 'Half a sentence');
    for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowLeft');
    const field = control(page, 'textbox', 'Draft');
    const selection = () => field.evaluate((element) => [element.selectionStart, element.selectionEnd]);
    await until(async () => (await selection()).join() === '11,15', 'four letters are selected');

    await shown('Saved');
    assert.match(await outline(), /textbox "Draft" value="Half a sentence".*\(focused\)/);
    assert.match(await outline(), /The second is shown/);
    assert.equal(await top('Row 150'), place, 'scrolled to where it was');
    await until(async () => (await selection()).join() === '11,15', 'the same letters are selected');
    await until(async () => (await focused(page))?.name === 'Draft', 'the field has the focus');
    assert.deepEqual(await agent.ask('counter_view'), { count: 7, label: 'Seven' });
    // Typing goes on where the person was.
    await page.keyboard.type('ver');
    await until(async () => (await field.inputValue()) === 'Half a sentver', 'the selection was replaced');
  });

  test('an open dialog is open, with the focus in it', async () => {
    await press(page, 'button', 'Ask');
    await see(page, 'dialog', 'Sure?');
    await shown('With a dialog');
    await see(page, 'dialog', 'Sure?');
    await until(async () => (await focused(page))?.name === 'No', 'the button in it has the focus');
    await press(page, 'button', 'No');
    await see(page, 'dialog', 'Sure?', { gone: true });
    await shown('Without a dialog');
    await see(page, 'dialog', 'Sure?', { gone: true });
  });

  test('with lines, signals and elements added around them they are what they were', async () => {
    await fill(page, 'Draft', 'Still here');
    const more = 'let _noted = Signal::new(String::new());\n    let _often =\n        Signal::new(3_i64);';
    await shown('Around', { more, before: '.child(checkbox("New", false))\n        .child(button("Also new"))' });
    assert.match(await outline(), /textbox "Draft" value="Still here"/);
    assert.match(await outline(), /The second is shown/);
    assert.deepEqual(await agent.ask('counter_view'), { count: 7, label: 'Seven' });
    await until(async () => (await focused(page))?.name === 'Draft', 'the field has the focus');
  });

  test('put elsewhere, a field is known by its name, and one of its kind before it does not get its text', async () => {
    await fill(page, 'Draft', 'Moved about');
    await page.keyboard.press('Shift+ArrowLeft');
    await shown('Elsewhere', {
      more: 'let other =\n        Signal::new(String::new());',
      before: '.child(text_field("Other", other).on_input(move |text| other.set(text)))',
      wrap: (field) => `row().child(${field})`,
    });
    assert.match(await outline(), /textbox "Draft" value="Moved about".*\(focused\)/);
    assert.match(await outline(), /textbox "Other" value=""/);
    const field = control(page, 'textbox', 'Draft');
    const selected = () => field.evaluate((element) => `${element.selectionStart}–${element.selectionEnd}`);
    await until(async () => (await selected()) === '10–11', 'the same letter is selected');
    assert.deepEqual((await agent.ask('build_status')).problems, []);
    await shown('Back again');
    assert.match(await outline(), /textbox "Draft" value="Moved about".*\(focused\)/);
  });

  test('where it is not known which signal is which, that is said and no other gets the value', async () => {
    assert.match(await outline(), /The second is shown/);
    await shown('Another signal', { more: 'let wanted = Signal::new(0_u32);\n    let _ = wanted;' });
    const { problems } = await agent.ask('build_status');
    assert.equal(problems.length, 1, JSON.stringify(problems));
    assert.match(problems[0].message, /src\/lib\.rs: what components keep in signals of u32 began anew: there are 2 in the same column of the code now, and were 1\./);
    await page.locator('scumble-began-anew').waitFor({ state: 'attached' });
    assert.match(await outline(), /textbox "Draft" value="Moved about"/);
  });

  test('a key of another type begins anew, alone; the page and build_status say so', async () => {
    await shown('Another type', { key: 'String', initial: '"none".to_owned()' });
    assert.deepEqual(await agent.ask('counter_view'), { count: 'none', label: 'Seven' });
    assert.match(await outline(), /textbox "Draft" value="Moved about"/);
    const { problems } = await agent.ask('build_status');
    assert.deepEqual(problems.map((problem) => [problem.kind, problem.message]), [
      ['reset', '[scumble] Channel counter began anew with count: their values no longer fit.'],
    ]);
    const strip = page.locator('scumble-began-anew');
    await strip.waitFor({ state: 'attached' });
    assert.match(await strip.evaluate((element) => element.shadowRoot.textContent), /counter began anew with count/);
    await strip.getByRole('button', { name: 'Dismiss' }).click();
    assert.equal(await strip.count(), 0);
  });
});
