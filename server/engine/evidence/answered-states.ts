import { createHash } from 'node:crypto';
import { ANSWER_LIMIT, type StateVerdict } from '../../../lib/contracts/evidence.ts';
import { isJsonObject } from '../../../lib/contracts/pydantic.ts';
import { beginning } from '../../../lib/domain/beginning.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { RecordedState } from '../../store/types.ts';
import { answerText } from '../answer-text.ts';
import type { EvidenceDeps } from './types.ts';

/** Longer answers are named by their hash, which is longer than any that is named by itself. */
const NAME_LIMIT = 64;
/** Answers of which the name and the beginning are known: 1 KB each. */
const KNOWN_ANSWERS = 4_000;

/** A final answer: clients send 100 MB, so only its beginning is held. */
interface GivenAnswer {
  readonly name: string;
  readonly beginning: string;
}

/** A state and the final answer that its verdict is given with. */
export interface AnsweredState extends RecordedState, Pick<StateVerdict, 'answer' | 'answerFrom'> {
  /** Tells answers apart: the text, or the hash of a long one. */
  readonly answerName: string;
  /** Of the verify step that gave it. */
  readonly answerSeq: number | null;
}

const NONE: GivenAnswer = { name: '', beginning: '' };

/** Final answers by the verify step that they were given with. */
export class AnsweredStates {
  readonly #store: Pick<EvidenceDeps['store'], 'recordedStates' | 'steps'>;
  /** Null: the verify step gave none. Steps never change. */
  readonly #known = new Map<string, GivenAnswer | null>();

  constructor(store: Pick<EvidenceDeps['store'], 'recordedStates' | 'steps'>) {
    this.#store = store;
  }

  /** From the verify step that gave an answer on, states have it; before the first one the answer is ''. */
  of(episodeId: string): AnsweredState[] {
    let answer = NONE;
    let answerSeq: number | null = null;
    return this.#store.recordedStates(episodeId).map((state) => {
      const given = state.verify ? this.#given(episodeId, state.seq) : null;
      if (given !== null) {
        answer = given;
        answerSeq = state.seq;
      }
      const answerFrom = answerSeq === null ? 'none' : 'verify_step';
      return { ...state, answer: answer.beginning, answerName: answer.name, answerSeq, answerFrom };
    });
  }

  /** The whole answer of a state. */
  text(episodeId: string, { answerSeq }: Pick<AnsweredState, 'answerSeq'>): string {
    return answerSeq === null ? '' : (this.#read(episodeId, answerSeq) ?? '');
  }

  #given(episodeId: string, seq: number): GivenAnswer | null {
    const id = `${episodeId} ${String(seq)}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const text = this.#read(episodeId, seq);
    const given = text === null ? null : { name: nameOf(text), beginning: beginning(text, ANSWER_LIMIT) };
    this.#known.set(id, given);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_ANSWERS && oldest !== undefined) this.#known.delete(oldest);
    return given;
  }

  #read(episodeId: string, seq: number): string | null {
    const [step] = this.#store.steps(episodeId, { from: seq, to: seq });
    if (step === undefined || step.argumentsJson === null) return null;
    const args = parseLossless(step.argumentsJson);
    return isJsonObject(args) ? answerText(args['final_answer']) : null;
  }
}

function nameOf(text: string): string {
  if (text.length <= NAME_LIMIT) return text;
  return `sha256:${createHash('sha256').update(text, 'utf16le').digest('hex')}`;
}
