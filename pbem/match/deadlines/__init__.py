"""When phases close: deadlines, reminders, silence, missed deadlines, unreadable mailboxes."""
