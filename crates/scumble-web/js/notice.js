// @ts-check
/**
 * What stands over an application that is not running: why, in the words of the failure.
 * It does not know how the application came to its end.
 */
import { adopt } from './style.js';

const CSS = `
.scumble-notice { color-scheme: light dark; position: absolute; inset: 0; z-index: 2; display: grid; place-items: center; padding: 24px; background: rgb(12 14 18 / 0.55); font: 15px/1.5 system-ui, sans-serif; }
.scumble-notice > div { box-sizing: border-box; width: min(36rem, 100%); max-height: 100%; overflow: auto; padding: 22px 24px; border-radius: 14px; background: light-dark(#ffffff, #1d2025); color: light-dark(#1b1f24, #eceef1); border-top: 4px solid light-dark(#b3261e, #ff9c93); box-shadow: 0 24px 64px rgb(0 0 0 / 0.28); }
.scumble-notice h2 { margin: 0 0 8px; font-size: 18px; }
.scumble-notice pre { margin: 0 0 12px; font: 13px/1.55 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.scumble-notice p { margin: 0; color: light-dark(#5b6470, #a4acb8); }
`;

/** Show a failure over `host`, in place of an earlier one. */
export function showNotice(host, title, message, more) {
  adopt(CSS);
  for (const earlier of host.querySelectorAll(':scope > .scumble-notice')) earlier.remove();
  const notice = document.createElement('div');
  notice.className = 'scumble-notice';
  notice.setAttribute('role', 'alert');
  const card = document.createElement('div');
  const heading = document.createElement('h2');
  heading.textContent = title;
  const text = document.createElement('pre');
  text.textContent = message;
  card.append(heading, text);
  if (more !== '') {
    const rest = document.createElement('p');
    rest.textContent = more;
    card.append(rest);
  }
  notice.append(card);
  host.append(notice);
}
