/** Remembers that something was done, for good and outside the database. */
export interface OnceMark {
  isSet(): Promise<boolean>;
  set(): Promise<void>;
}
