import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { chunksOf } from './chunks-of.ts';
import { useIsNear } from './use-is-near.ts';

export interface PickerOption {
  value: string;
  label: string;
  /** Second line, or a word on the right. */
  description?: ReactNode;
  trailing?: ReactNode;
  icon?: ReactNode;
  /** Searched in addition to the label. */
  searchText?: string | undefined;
}

interface PickerOptionsProps {
  /** The beginning of each option's id. */
  id: string;
  /** The scrolling list. */
  boxRef: RefObject<HTMLElement | null>;
  options: readonly PickerOption[];
  /** The value of the chosen option. */
  value: string | null;
  /** The option that Enter chooses. */
  active: PickerOption | undefined;
  onChoose: (option: PickerOption) => void;
  onPoint: (value: string) => void;
}

/** More than are visible at a time. */
const CHUNK_SIZE = 10;
const OPTION_HEIGHT_PX = 44;

/** The options of a picker. Only those in sight, near it, or around the active one are rendered. */
export function PickerOptions({ options, active, ...props }: PickerOptionsProps) {
  const activeIndex = active ? options.indexOf(active) : 0;
  return chunksOf(options, CHUNK_SIZE).map(({ from, items }) => (
    <Chunk
      {...props}
      key={from}
      active={active}
      options={items}
      from={from}
      count={options.length}
      isKept={Math.abs(from + CHUNK_SIZE / 2 - activeIndex) < CHUNK_SIZE * 1.5}
    />
  ));
}

interface ChunkProps extends PickerOptionsProps {
  /** The index of its first option, and the number of all options. */
  from: number;
  count: number;
  /** Rendered wherever the list is scrolled to, for the keys and for the first paint. */
  isKept: boolean;
}

function Chunk(props: ChunkProps) {
  const { id, boxRef, options, value, active, from, count, isKept, onChoose, onPoint } = props;
  const near = useIsNear<HTMLDivElement>({ isNearAtFirst: false, boxRef });
  if (!near.isNear && !isKept) {
    return (
      <div ref={near.ref} style={{ height: near.height ?? options.length * OPTION_HEIGHT_PX }} />
    );
  }
  return (
    <div ref={near.ref}>
      {options.map((option, index) => (
        <PickerEntry
          key={option.value}
          id={`${id}-${option.value}`}
          option={option}
          position={from + index + 1}
          count={count}
          isChosen={option.value === value}
          isActive={option === active}
          onChoose={() => onChoose(option)}
          onPoint={() => onPoint(option.value)}
        />
      ))}
    </div>
  );
}

interface PickerEntryProps {
  id: string;
  option: PickerOption;
  /** Its place in the list, from 1, and the number of all options. */
  position: number;
  count: number;
  isChosen: boolean;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function PickerEntry(props: PickerEntryProps) {
  const { id, option, position, count, isChosen, isActive, onChoose, onPoint } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys come from the search above the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={position}
      data-active={isActive || undefined}
      className="picker-list__option"
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      {option.icon}
      <span className="picker-list__text">
        <span>{option.label}</span>
        {option.description ? <span>{option.description}</span> : null}
      </span>
      {option.trailing}
      {isChosen ? <Check className="icon" size={16} aria-hidden="true" /> : null}
    </div>
  );
}
