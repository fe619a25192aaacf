"""Reading text as a careful person would: typography, numbers, quantities, dates and names."""
