export {
  createBackgroundCheck,
  type BackgroundCheck,
  type BackgroundCheckOptions,
  type CheckedScenario,
  type CheckProgress,
} from './background-check.ts';
export { checkScenario, readCheckInputs, type CheckInputs, type ScenarioCheck } from './check-scenario.ts';
export { FINDING_CODES } from './finding-list.ts';
