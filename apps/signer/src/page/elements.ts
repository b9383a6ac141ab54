type Child = Node | string;

/** @returns a new element with a class and children */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** Sets attributes of an element and returns it. */
export function withAttributes<Made extends Element>(
  made: Made,
  attributes: Readonly<Record<string, string>>,
): Made {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** A button that does one thing. */
export function button(
  className: string,
  press: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const made = element('button', `btn ${className}`, ...children);
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

/** Paths of the icons, 24 by 24, from Lucide. */
const ICONS = {
  close: ['M18 6 6 18', 'm6 6 12 12'],
  check: ['M20 6 9 17l-5-5'],
  shieldCheck: [
    'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z',
    'm9 12 2 2 4-4',
  ],
  shieldX: [
    'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z',
    'm14.5 9.5-5 5',
    'm9.5 9.5 5 5',
  ],
  alert: ['M12 8v4', 'M12 16h.01', 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0'],
  warning: [
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
    'M12 9v4',
    'M12 17h.01',
  ],
  lock: [
    'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2',
    'M7 11V7a5 5 0 0 1 10 0v4',
  ],
  eye: [
    'M2.06 12.35a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.88 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.88 0',
    'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  ],
  pencil: ['M12 20h9', 'M16.5 3.5a2.12 2.12 0 0 1 3 3L7 19l-4 1 1-4Z'],
  right: ['m9 18 6-6-6-6'],
  finger: [
    'M12 10a2 2 0 0 0-2 2c0 1.02-.1 2.51-.26 4',
    'M14 13.12c0 2.38 0 6.38-1 8.88',
    'M17.29 21.02c.12-.6.43-2.3.5-3.02',
    'M2 12a10 10 0 0 1 18-6',
    'M2 16h.01',
    'M21.8 16c.2-2 .131-5.354 0-6',
    'M5 19.5C5.5 18 6 15 6 12a6 6 0 0 1 .34-2',
    'M8.65 22c.21-.66.45-1.32.57-2',
    'M9 6.8a6 6 0 0 1 9 5.2v2',
  ],
  ring: ['M12 3a9 9 0 1 1-9 9'],
  publicMark: [
    'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
    'M10.5 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0',
  ],
  privateMark: [
    'M4.3 2.5c1.95.1 3.6.75 4.9 1.8.45.36.9.46 1.45.37a8.3 8.3 0 0 1 2.7 0c.55.09 1-.01 1.45-.37 1.3-1.05 2.95-1.7 4.9-1.8.63-.03 1.1.42 1.1 1.05V12c0 4.9-3.2 7.95-8.17 9.6a2 2 0 0 1-1.26 0C6.4 19.95 3.2 16.9 3.2 12V3.55c0-.63.47-1.08 1.1-1.05ZM12 9.5a1.35 1.35 0 0 0-1.35 1.35v3.4a1.35 1.35 0 0 0 2.7 0v-3.4A1.35 1.35 0 0 0 12 9.5Z',
  ],
} as const satisfies Record<string, readonly string[]>;
export type IconName = keyof typeof ICONS;

const SVG = 'http://www.w3.org/2000/svg';

/** @param size in CSS pixels */
export function icon(name: IconName, size = 18): SVGSVGElement {
  const made = withAttributes(document.createElementNS(SVG, 'svg'), {
    viewBox: '0 0 24 24',
    width: String(size),
    height: String(size),
    class: name === 'privateMark' ? 'icon filled' : 'icon',
    'aria-hidden': 'true',
  });
  for (const d of ICONS[name]) {
    made.append(
      withAttributes(document.createElementNS(SVG, 'path'), { d, 'fill-rule': 'evenodd' }),
    );
  }
  return made;
}
