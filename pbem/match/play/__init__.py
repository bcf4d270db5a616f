"""One phase played from locked orders and dice, and the reports made from it; no letters, no clock."""
