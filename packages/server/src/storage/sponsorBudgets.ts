import { sql } from 'drizzle-orm'
import type { Queryable } from './storage.ts'

/** Whose day is spent, where a charge is refused. */
export type SpentBudget = 'account' | 'project'

/** What is charged to whom. Amounts in wei; `day` counts from 1970. */
export type SponsorCharge = {
  projectId: string
  networkId: string
  /** In lower case. */
  account: string
  day: number
  cost: bigint
  perAccount: bigint
  perProject: bigint
}

/**
 * Charges what an operation may cost to the day of its account and of its project, and says whose day has no room for it. One statement:
 * however many ask at once, a day is never charged more than its limit (SEC-121, SEC-124). Amounts in wei; `day` counts from 1970. What
 * was charged to an account stays so where the project refuses. Days that are over are forgotten.
 */
export async function chargeSponsor(storage: Queryable, parameters: SponsorCharge): Promise<SpentBudget | undefined> {
  const { projectId, networkId, account, day } = parameters
  const [cost, perAccount, perProject] = [parameters.cost, parameters.perAccount, parameters.perProject].map(String)
  const charged = await storage.database.execute(sql`
    with forgotten as (delete from sponsor_budgets where day < ${day}::integer - 1),
    account as (
      insert into sponsor_budgets (project_id, network_id, account, day, spent)
      select ${projectId}::text, ${networkId}::text, ${account}::text, ${day}::integer, ${cost}::numeric
      where ${cost}::numeric <= ${perAccount}::numeric
      on conflict (project_id, network_id, account, day)
      do update set spent = sponsor_budgets.spent + excluded.spent
      where sponsor_budgets.spent + excluded.spent <= ${perAccount}::numeric
      returning spent),
    project as (
      insert into sponsor_budgets (project_id, network_id, account, day, spent)
      select ${projectId}::text, ${networkId}::text, '', ${day}::integer, ${cost}::numeric from account
      where ${cost}::numeric <= ${perProject}::numeric
      on conflict (project_id, network_id, account, day)
      do update set spent = sponsor_budgets.spent + excluded.spent
      where sponsor_budgets.spent + excluded.spent <= ${perProject}::numeric
      returning spent)
    select (select count(*) from account)::integer as account, (select count(*) from project)::integer as project`)
  const [row] = rowsOf(charged)
  if (row?.account !== 1) return 'account'
  return row.project === 1 ? undefined : 'project'
}

function rowsOf(result: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result) ? result : (result as { rows: Readonly<Record<string, unknown>>[] }).rows
}
