import { Fragment, type ReactNode } from 'react';
import type { Literal, TagNames, ValueNames } from '#language/message-values';
import { tParts } from '#language/t';
import type { FormattedPart } from '#language/translator';

type Drawn = Exclude<ReactNode, number>;

type RichValues<T extends string> = Readonly<
  Record<ValueNames<T>, ReactNode> & Record<TagNames<T>, (inside: ReactNode) => ReactNode>
>;

/**
 * A text in the language of this page with elements in it, as in
 * `rich('<b>{name}</b> paid', { b: (name) => <b>{name}</b>, name })`.
 */
export function rich<const T extends string>(
  message: Literal<T>,
  values: RichValues<T>,
): ReactNode {
  return drawAll(tParts<Drawn>(message, values as Record<string, Drawn>), values);
}

function drawAll(
  parts: readonly FormattedPart<Drawn>[],
  values: Readonly<Record<string, unknown>>,
): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never change their order.
  return parts.map((part, index) => <Fragment key={index}>{draw(part, values)}</Fragment>);
}

function draw(part: FormattedPart<Drawn>, values: Readonly<Record<string, unknown>>): ReactNode {
  if (typeof part !== 'object' || part === null || !('tag' in part)) return part as ReactNode;
  const wrap = values[part.tag] as (inside: ReactNode) => ReactNode;
  return wrap(drawAll(part.parts, values));
}
