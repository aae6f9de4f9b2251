'use client';

import type { ReactNode } from 'react';
import { ArrayControl } from './array-control.tsx';
import { BooleanControl, ChoiceControl } from './choice-control.tsx';
import { Frame } from './frame.tsx';
import { ObjectControl } from './object-control.tsx';
import { isRaw } from './place.ts';
import { StateButton } from './state-button.tsx';
import { TextControl, type ControlProps } from './text-control.tsx';

/** What a field is filled in with; the parts of objects and arrays stand below it (`Nest`). */
export function Control(props: ControlProps): ReactNode {
  const { place } = props;
  const { node } = place.inner;
  if (isRaw(place.inner)) return <TextControl {...props} />;
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'integer':
    case 'json':
    case 'union':
      return <TextControl {...props} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} node={node} />;
    case 'object':
      return <ObjectControl {...props} node={node} />;
    case 'array':
      return <ArrayControl {...props} node={node} />;
    case 'null':
      return (
        <Frame off={place.draft.state === 'absent'}>
          <StateButton place={place} />
          <span id={props.id} className="self-center px-2 font-mono text-text-2">
            null
          </span>
        </Frame>
      );
  }
}
