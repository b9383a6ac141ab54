import { t } from '#language/t';

/** @param device as the server names it, such as `Chrome on Windows` @returns the same in the page's language */
export function deviceText(device: string): string {
  const [program = '', system] = device.split(' on ');
  return system === undefined ? device : t('{program} on {system}', { program, system });
}
