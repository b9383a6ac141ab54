/** One question of the help page. */
export interface Topic {
  /** Its anchor on the page. */
  readonly id: string;
  readonly title: string;
  /** The first paragraph is the short answer, which is also shown beside what it explains. */
  readonly text: readonly [short: string, ...more: string[]];
  /** The page where the user can do it. */
  readonly link?: { readonly label: string; readonly to: string };
}

export interface TopicGroup {
  readonly id: string;
  readonly title: string;
  readonly topics: readonly Topic[];
}
