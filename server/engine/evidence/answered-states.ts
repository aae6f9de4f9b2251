import type { StateVerdict } from '../../../lib/contracts/evidence.ts';
import { isJsonObject } from '../../../lib/contracts/pydantic.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { RecordedState } from '../../store/types.ts';
import { answerText } from '../answer-text.ts';

/** A state and the final answer that its verdict is given with. */
export interface AnsweredState extends RecordedState, Pick<StateVerdict, 'answer' | 'answerFrom'> {}

/** From the verify step that gave an answer on, states have it; before the first one the answer is ''. */
export function answeredStates(states: readonly RecordedState[]): AnsweredState[] {
  let answer = '';
  let answerFrom: StateVerdict['answerFrom'] = 'none';
  return states.map((state) => {
    const given = givenAnswer(state.verifyArgumentsJson);
    if (given !== null) {
      answer = given;
      answerFrom = 'verify_step';
    }
    return { ...state, answer, answerFrom };
  });
}

function givenAnswer(argumentsJson: string | null): string | null {
  if (argumentsJson === null) return null;
  const args = parseLossless(argumentsJson);
  return isJsonObject(args) ? answerText(args['final_answer']) : null;
}
