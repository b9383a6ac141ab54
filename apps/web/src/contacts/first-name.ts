/** @returns what the user calls someone in a sentence */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
