import { describe, expect, it } from 'vitest';
import { readWords } from './agent-words.ts';

describe('readWords', () => {
  it('reads what a client says with a call', () => {
    const metadata = {
      model: 'model-a',
      message: ' I look at the pools. ',
      reasoning: [{ type: 'text', text: 'First the pools,' }, { type: 'image' }, 'then the wallet.'],
      usage: { input_tokens: 1200, output_tokens: 40, detail: {} },
    };
    expect(readWords(metadata)).toEqual({
      name: 'model-a',
      message: 'I look at the pools.',
      reasoning: 'First the pools,\nthen the wallet.',
      usage: [
        ['input_tokens', 1200],
        ['output_tokens', 40],
      ],
    });
  });

  it('is nothing where nothing is said', () => {
    for (const metadata of [null, undefined, 'text', {}, { message: '  ' }, { tool: 'x' }]) {
      expect(readWords(metadata)).toBeNull();
    }
  });
});
