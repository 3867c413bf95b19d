import { nodeNames } from '../contract/interfaceTable';
import { loadNode } from '../support/engine/nodeTypes';
import { allFields } from './declared';

/**
 * The label of each parameter, typed manually, so that swapped labels are found. Notices have no
 * label. n8n's own fields are not listed.
 */
const LABELS = `
sender: Sender; phone: Phone; message: Message; name: Name; subject: Subject; email: Email; token: Token; code: Code
senderEmail: Sender Email; senderName: Sender Name; batchSender: Batch Sender; mailingName: Mailing Name
forwardToViber: Forward to Viber; viberSender: Forward to Viber: Sender
forwardToSms: Forward to SMS; smsSender: Forward to SMS: Sender
forwardAfter: Forward to Viber: After (Minutes) | Forward to SMS: After (Minutes)
listId: Contact List; listIds: Contact List IDs; mailingId: Mailing; templateId: Template; uuid: Batch UUID
smsId: SMS ID; messageId: Prepared SMS | Message ID; replyIds: Reply IDs; messageIds: Message IDs
mailingIds: Mailing Names or IDs | Mailing IDs; mailings: Mailings; event: Event; createdVia: Created Via
returnAll: Return All; limit: Limit; simplify: Simplify; showCost: Show Cost; dryRun: Dry Run
defaultCountryCode: Default Country Code; replaceSpecialCharacters: Replace Special Characters
maxParts: Max Parts per Message; maxRecipients: Max Recipients per Run; resendUnknown: Resend If Unknown
sendBetween: Send Between; sendOnceKey: Send Once Per Key; rememberDays: Send Once: Remember (Days)
scheduleTime: Schedule Time; callbackUrl: Callback URL; oneItemPerRecipient: One Item per Recipient
recipientsPerRequest: Recipients per Request; waitForFinalStatus: Wait for Final Status (Seconds)
waitForReplies: Wait for Replies (Seconds); reason: Reason; attachment: Attachment
trackClicks: Track Clicks; trackOpens: Track Opens; messageFormat: Message Format
contentType: Content Type; imageSource: Image Source; imageUrl: Image URL; binaryPropertyName: Input Binary Field
buttonText: Button Text; buttonLink: Button Link
responseType: Response Type; approvalOptions: Approval Options; approvalType: Type of Approval; choices: Choices
approveLabel: Approve Button Label; disapproveLabel: Decline Button Label; linkStyle: Link Style
limitWaitTime: Limit Wait Time; limitType: Limit Type; resumeAmount: Amount; resumeUnit: Unit
maxDateAndTime: Max Date and Time; organization: Organization
pageLanguage: Page Language; pageMessage: Page Message; pageTitle: Page Title
generateCode: Generate Code; codeLength: Code Length; returnCodeAs: Return Code As; validFor: Valid For (Minutes)
columns: Columns; additionalColumns: Additional Columns; clearEmpty: Clear Empty Columns
rejectsAsItems: Rejects as Items; placeholders: Placeholders; value: Value
includeExisting: Include Existing; markAsRead: Mark as Read; maxAge: Max Age (Hours); maxMailings: Max Mailings
outcomes: Outcomes; statuses: Statuses`;

const labels = new Map(
	LABELS.trim()
		.split(/; |\n/)
		.map((row): [string, string[]] => {
			const [, name, label] = /^(\w+): (.+)$/.exec(row) ?? [];
			return [name, label.split(' | ')];
		}),
);

const NO_LABEL = /Notice$|^(resource|operation|options)$/;
const OF_N8N = /requestOptions/;

test.each([...nodeNames, 'messagingServiceTrigger' as const])(
	"each field of %s has the label in this file's table",
	async (node) => {
		const fields = allFields((await loadNode(node)).description).filter(
			({ property, path }) => !NO_LABEL.test(property.name) && !OF_N8N.test(path),
		);
		const wrong = fields.filter(
			({ property: { name, displayName } }) => !labels.get(name)?.includes(displayName),
		);
		expect(wrong.map(({ path, property }) => `${path}: ${property.displayName}`)).toEqual([]);
	},
);

test("each label in this file's table belongs to a field", async () => {
	const nodes = await Promise.all(
		[...nodeNames, 'messagingServiceTrigger' as const].map(loadNode),
	);
	const fields = nodes.flatMap(({ description }) => allFields(description));
	const found = new Set(
		fields.map(({ property }) => `${property.name}: ${property.displayName}`),
	);
	const typed = [...labels].flatMap(([name, all]) => all.map((label) => `${name}: ${label}`));
	expect(typed.filter((row) => !found.has(row))).toEqual([]);
});
