export { createBackgroundCheck, type BackgroundCheck } from './background-check.ts';
export { checkScenario, readCheckInputs, type ScenarioCheck } from './check-scenario.ts';
export { FINDING_CODES } from './finding-list.ts';
