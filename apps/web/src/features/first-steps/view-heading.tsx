import type { ReactNode, RefObject } from 'react';

/** Names the dialog, and takes the focus when its view appears. */
export interface ViewTitle {
  readonly id: string;
  readonly ref: RefObject<HTMLHeadingElement | null>;
}

interface ViewHeadingProps {
  title: ViewTitle;
  text: string;
  children: ReactNode;
}

/** The title of a view of the welcome, and a sentence below it. */
export function ViewHeading({ title, text, children }: ViewHeadingProps) {
  return (
    <div className="welcome__heading">
      <h2 id={title.id} ref={title.ref} tabIndex={-1} className="page-title">
        {text}
      </h2>
      <p>{children}</p>
    </div>
  );
}
