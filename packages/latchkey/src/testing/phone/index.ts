export { createScriptedPhone, type ScriptedPhone, type ScriptedPhoneOptions } from './createScriptedPhone.ts'
