/** The names of a message's values, such as `count` of `{count, plural, one {# coin} other {# coins}}`. */
export type ValueNames<T extends string> = T extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? AfterCase<T>
    : After extends `${infer Name},${string},${infer Cases}`
      ? Name extends `${string}}${string}`
        ? SimpleNames<After>
        : Name | NamesInCases<Cases>
      : SimpleNames<After>
  : AfterCase<T>;

type SimpleNames<After extends string> = After extends `${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

type AfterCase<T extends string> = T extends `${string}}${infer Rest}` ? NamesInCases<Rest> : never;

type NamesInCases<T extends string> = T extends `${infer Key}{${infer Text}`
  ? Key extends `${string}}${string}`
    ? AfterCases<T>
    : ValueNames<Text>
  : AfterCases<T>;

type AfterCases<T extends string> = T extends `${string}}${infer Rest}` ? ValueNames<Rest> : never;

/** The names of a message's tags, such as `b` of `<b>now</b>`. */
export type TagNames<T extends string> = T extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagNames<Rest>
  : never;

/** A message that is known when the code is compiled, so that it can be found and translated. */
export type Literal<T extends string> = string extends T ? never : T;

/** The values of a message; nothing when it has none. */
export type ValuesOf<T extends string, Value> = [ValueNames<T>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<ValueNames<T>, Value>>];
