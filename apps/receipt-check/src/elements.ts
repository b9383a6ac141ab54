/** @returns the element of the page with this id. Throws when it has none of this kind: then the page is broken. */
export function find<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}

/** @returns a new element with texts or elements in it */
export function element(
  name: string,
  { className, data = {} }: { className?: string; data?: Readonly<Record<string, string>> },
  ...children: readonly (string | Node)[]
): HTMLElement {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  for (const [key, value] of Object.entries(data)) made.dataset[key] = value;
  made.append(...children);
  return made;
}
