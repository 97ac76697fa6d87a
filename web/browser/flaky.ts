/** Report, at the end of a run, every test that passed only on a retry, with its first error. */
import type { Reporter, TestModule } from 'vitest/node'

export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    for (const test of tests) {
      if (!test.diagnostic()?.flaky) continue
      const [problem] = test.result().errors ?? []
      console.log(`flaky: ${test.module.relativeModuleId} > ${test.fullName}: ${problem?.message ?? 'no reason given'}`)
    }
  }
}
