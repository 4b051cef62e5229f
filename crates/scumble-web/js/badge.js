// @ts-check
/**
 * A small mark in the application's corner that shows that an agent is acting, and with what.
 * It does not know what the tool does.
 */
import { adopt } from './style.js';

/** Long enough to be seen after a call that took no time. */
const LINGER_MS = 1600;

const CSS = `
.scumble-badge { color-scheme: light dark; position: absolute; right: 12px; bottom: 12px; z-index: 1; display: flex; align-items: center; gap: 8px; max-width: calc(100% - 24px); padding: 6px 12px 6px 10px; border-radius: 999px; background: light-dark(rgb(255 255 255 / 0.94), rgb(32 36 42 / 0.94)); color: light-dark(#1b1f24, #eceef1); border: 1px solid light-dark(#d9dce1, #3a3f47); box-shadow: 0 4px 16px rgb(0 0 0 / 0.16); font: 500 12.5px/1.4 system-ui, sans-serif; pointer-events: none; opacity: 0; transform: translateY(4px); transition: opacity 160ms, transform 160ms; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.scumble-badge.acting { opacity: 1; transform: none; }
.scumble-badge::before { content: ''; flex: none; width: 8px; height: 8px; border-radius: 50%; background: light-dark(#1f5fe0, #7fabff); }
@media (prefers-reduced-motion: reduce) { .scumble-badge { transition: none; } }
`;

export class Badge {
  /** @param {HTMLElement} host */
  constructor(host) {
    adopt(CSS);
    this.element = document.createElement('div');
    this.element.className = 'scumble-badge';
    this.element.setAttribute('aria-hidden', 'true');
    host.append(this.element);
    this.acting = 0;
    this.lastEnd = 0;
    this.timer = 0;
  }

  /** An agent runs `tool`; call what this returns when that is done. */
  begin(tool) {
    this.acting++;
    const text = `Agent: ${tool}`;
    if (this.element.textContent !== text) this.element.textContent = text;
    if (this.timer === 0) {
      this.element.classList.add('acting');
      this.timer = setTimeout(() => this.fade(), LINGER_MS);
    }
    return () => {
      this.acting--;
      this.lastEnd = performance.now();
    };
  }

  /** One timer for however many calls: it looks again when the last was too short ago. */
  fade() {
    const left = this.acting > 0 ? LINGER_MS : this.lastEnd + LINGER_MS - performance.now();
    this.timer = 0;
    if (left > 0) this.timer = setTimeout(() => this.fade(), left);
    else this.element.classList.remove('acting');
  }

  remove() {
    clearTimeout(this.timer);
    this.element.remove();
  }
}
